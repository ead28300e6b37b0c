package generations_test

import (
	"os"
	"testing"

	"sonora/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// suite lists the tests that this store has to pass on every engine.
var suite = storetest.Suite{"Generations": generations, "Queue": queue, "Alternatives": alternatives, "Messages": messages, "Review": review, "Tables": tables, "Sounds": sounds}

func TestSQLite(t *testing.T) { storetest.SQLite(t, suite) }

func TestPostgres(t *testing.T) { storetest.Postgres(t, suite) }
