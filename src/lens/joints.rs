//! joints
