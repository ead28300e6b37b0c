package testkit

import (
	"testing"

	"sonora/internal/blob/s3test"
)

// StartS3 returns the address of an empty bucket on a real S3 server, for
// --music or --storage. The package's TestMain calls s3test.Stop. If the server
// is missing, the test is skipped, unless SONORA_TEST_S3=required.
func StartS3(t testing.TB) string {
	t.Helper()
	return s3test.New(t)
}
