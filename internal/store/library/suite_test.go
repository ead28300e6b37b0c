package library_test

import (
	"os"
	"testing"

	"sonora/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// suite is what the store has to pass here on every engine.
var suite = storetest.Suite{
	"Roots":            roots,
	"MovedRoot":        movedRoot,
	"Rescan":           rescan,
	"Changed":          changed,
	"MadeByAI":         madeByAI,
	"Moved":            moved,
	"Swapped":          swapped,
	"Missing":          missing,
	"Problems":         problems,
	"Folders":          folders,
	"OddNames":         oddNames,
	"ScanStatus":       scanStatus,
	"ReadWhileWriting": readWhileWriting,
	"Cancelled":        cancelled,
}

func TestSQLite(t *testing.T) { storetest.SQLite(t, suite) }

func TestPostgres(t *testing.T) { storetest.Postgres(t, suite) }
