package uploads_test

import (
	"os"
	"testing"

	"sonora/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// suite is what the store has to pass here on every engine.
var suite = storetest.Suite{
	"Uploads":          uploads,
	"UploadQuota":      uploadQuota,
	"UploadGrows":      uploadGrows,
	"Uploaded":         uploaded,
	"UploadedOnce":     uploadedOnce,
	"UploadedReplaces": uploadedReplaces,
	"UploadedRemoved":  uploadedRemoved,
	"TagEdits":         tagEdits,
	"TagOverrides":     tagOverrides,
}

func TestSQLite(t *testing.T) { storetest.SQLite(t, suite) }

func TestPostgres(t *testing.T) { storetest.Postgres(t, suite) }
