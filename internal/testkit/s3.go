package testkit

import (
	"testing"

	"sonora/internal/blob/s3test"
)

// StartS3 returns the address of an empty bucket of a real S3 server, as of
// --music or --storage. The package's TestMain calls s3test.Stop. Without the
// server the test is skipped, unless SONORA_TEST_S3=required.
func StartS3(t testing.TB) string {
	t.Helper()
	return s3test.New(t)
}
