package blob_test

import (
	"os"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"sonora/internal/blob"
	"sonora/internal/blob/blobtest"
	"sonora/internal/blob/s3test"
)

func TestMain(m *testing.M) {
	minio.DefaultRetryUnit = 2 * time.Millisecond // keep the tests fast
	os.Exit(s3test.Main(m))
}

func TestDisk(t *testing.T) {
	blobtest.Run(t, func(t *testing.T) blob.Store { return blob.NewDisk(t.TempDir()) })
}

func TestMusicFolder(t *testing.T) {
	blobtest.Run(t, func(t *testing.T) blob.Store { return blob.NewMusicFolder(t.TempDir()) })
}

func TestS3(t *testing.T) {
	blobtest.Run(t, func(t *testing.T) blob.Store { return open(t, s3test.New(t)) })
}

func open(t *testing.T, place string) blob.Store {
	t.Helper()
	s, err := blob.Open(place)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
