package upload_test

import (
	"testing"

	"sonora/internal/testkit/apitest"
)

// The servers that tests share.
var (
	empty = apitest.Empty()
)

func TestMain(m *testing.M) { apitest.Main(m) }

type (
	uploadResult = apitest.UploadResult
)
