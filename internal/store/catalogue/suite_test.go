package catalogue_test

import (
	"os"
	"testing"

	"sonora/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// suite is what the store has to pass here on every engine.
var suite = storetest.Suite{
	"TrackDetail":    trackDetail,
	"TrackFilters":   trackFilters,
	"Visibility":     visibility,
	"Paging":         paging,
	"Cursors":        cursors,
	"Albums":         albums,
	"AlbumGrouping":  albumGrouping,
	"Artists":        artists,
	"Genres":         genres,
	"Covers":         covers,
	"Places":         places,
	"RandomOrder":    randomOrder,
	"MadeByAI":       madeByAI,
	"Letters":        letters,
	"LibraryFolders": libraryFolders,
	"Years":          years,
	"TrackSound":     trackSound,
	"Vectors":        vectors,
	"Seeds":          seeds,
	"TrackChanges":   trackChanges,
	"LikedChanges":   likedChanges,
	"SmallDeltas":    smallDeltas,
}

func TestSQLite(t *testing.T) { storetest.SQLite(t, suite) }

func TestPostgres(t *testing.T) { storetest.Postgres(t, suite) }
