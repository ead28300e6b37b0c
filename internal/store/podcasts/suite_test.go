package podcasts_test

import (
	"os"
	"testing"

	"sonora/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// suite is what the store has to pass here on every engine.
var suite = storetest.Suite{
	"Podcasts":           podcasts,
	"PodcastFeedChanges": feedChanges,
	"PodcastProgress":    episodeProgress,
	"PodcastKept":        keptEpisodes,
	"PodcastPublished":   publishedPodcasts,
	"PodcastEdits":       concurrentEdits,
	"SearchPodcasts":     searchPodcasts,
	"EpisodeHistory":     episodeHistory,
}

func TestSQLite(t *testing.T) { storetest.SQLite(t, suite) }

func TestPostgres(t *testing.T) { storetest.Postgres(t, suite) }
