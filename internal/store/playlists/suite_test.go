package playlists_test

import (
	"os"
	"testing"

	"sonora/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// suite is what the store has to pass here on every engine.
var suite = storetest.Suite{
	"Shares":             shares,
	"Playlists":          playlists,
	"PlaylistPages":      playlistPages,
	"PlaylistEntries":    playlistEntries,
	"PlaylistOrder":      playlistOrder,
	"PlaylistAnchors":    playlistAnchors,
	"PlaylistEditors":    playlistEditors,
	"PlaylistVisibility": playlistVisibility,
	"PlaylistMembers":    playlistMembers,
	"PlaylistCandidates": playlistCandidates,
	"PlaylistEdits":      playlistEdits,
	"PlaylistReplaced":   playlistReplacements,
	"HugeReplacement":    hugeReplacement,
	"LongPlaylist":       longPlaylist,
	"WholePlaylists":     wholePlaylists,
	"SmartFields":        smartFields,
	"SmartOrder":         smartOrder,
	"PlaylistChanges":    playlistChanges,
	"PlaylistTable":      playlistTable,
}

func TestSQLite(t *testing.T) { storetest.SQLite(t, suite) }

func TestPostgres(t *testing.T) { storetest.Postgres(t, suite) }
