package search_test

import (
	"os"
	"testing"

	"sonora/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// suite is what the store has to pass here on every engine.
var suite = storetest.Suite{
	"Search":          search,
	"SearchLimits":    searchLimits,
	"HostileSearch":   hostileSearch,
	"SearchStations":  searchStations,
	"SearchMixes":     searchMixes,
	"SearchPlaylists": searchPlaylists,
	"SearchPeople":    searchPeople,
	"SearchFilters":   searchFilters,
	"SearchAgain":     searchAgain,
}

func TestSQLite(t *testing.T) { storetest.SQLite(t, suite) }

func TestPostgres(t *testing.T) { storetest.Postgres(t, suite) }
