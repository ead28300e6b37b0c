package upload_test

import (
	"testing"

	"sonora/internal/testkit/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

type (
	uploadResult = apitest.UploadResult
)
