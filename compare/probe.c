// What Box2D was really compiled as: read from Box2D's own header under the same flags as all its files.
#include "core.h"

int compareBox2dLanes( void )
{
	return B2_SIMD_WIDTH;
}

int compareBox2dUsesAvx2( void )
{
#if defined( B2_SIMD_AVX2 ) && defined( __AVX2__ )
	return 1;
#elif defined( B2_SIMD_AVX2 ) && defined( _MSC_VER )
	return 1;
#else
	return 0;
#endif
}

int compareBox2dAssertsAreOn( void )
{
#if !defined( NDEBUG ) || defined( B2_ENABLE_ASSERT )
	return 1;
#else
	return 0;
#endif
}
