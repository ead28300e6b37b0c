package listening_test

import (
	"os"
	"testing"

	"sonora/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// suite is what the store has to pass here on every engine.
var suite = storetest.Suite{
	"Likes":              likes,
	"Ratings":            ratings,
	"Plays":              plays,
	"Heard":              heard,
	"Forget":             forget,
	"Unkept":             unkept,
	"Listening":          listening,
	"HeardTracks":        heardTracks,
	"Arrivals":           arrivals,
	"Players":            players,
	"Notifications":      notifications,
	"NotificationTopics": notificationTopics,
	"Announcements":      announcements,
	"Follows":            follows,
	"NewMusic":           newMusic,
	"PlaylistNews":       playlistNews,
	"PushSubscriptions":  pushSubscriptions,
	"Digests":            digests,
	"Secrets":            secrets,
	"Favourites":         favourites,
	"HeardAlbums":        heardAlbums,
	"Queues":             queues,
	"Bookmarks":          bookmarks,
	"Imports":            imports,
}

func TestSQLite(t *testing.T) { storetest.SQLite(t, suite) }

func TestPostgres(t *testing.T) { storetest.Postgres(t, suite) }
