// Package browse answers apps that look for music: by tags, by folders, in lists, by a
// search, or by what sounds similar.
package browse

import (
	"sonora/internal/similarity"
	"sonora/internal/store"
	"sonora/internal/subsonic/protocol"
)

// Config is what the area uses.
type Config struct {
	Store   *store.Store
	Similar *similarity.Service
}

// API implements the endpoints.
type API struct{ Config }

// Register registers the endpoints.
func Register(s *protocol.Server, c Config) {
	a := &API{c}

	// By tags
	s.Read("getGenres", a.getGenres)
	s.Read("getArtists", a.getArtists)
	s.Read("getArtist", a.getArtist)
	s.Read("getAlbum", a.getAlbum)
	s.Read("getSong", a.getSong)
	s.Read("getVideos", a.getVideos)
	s.Read("getArtistInfo", a.getArtistInfo)
	s.Read("getArtistInfo2", a.getArtistInfo2)
	s.Read("getAlbumInfo", a.getAlbumInfo)
	s.Read("getAlbumInfo2", a.getAlbumInfo)
	s.Read("getTopSongs", a.getTopSongs)

	// By folders
	s.Read("getMusicFolders", a.getMusicFolders)
	s.Read("getIndexes", a.getIndexes)
	s.Read("getMusicDirectory", a.getMusicDirectory)

	// Lists
	s.Read("getAlbumList", a.getAlbumList)
	s.Read("getAlbumList2", a.getAlbumList2)
	s.Read("getRandomSongs", a.getRandomSongs)
	s.Read("getSongsByGenre", a.getSongsByGenre)
	s.Read("getStarred", a.getStarred)
	s.Read("getStarred2", a.getStarred2)

	// Search
	s.Read("search", a.search)
	s.Read("search2", a.search2)
	s.Read("search3", a.search3)

	// Similar music
	s.Read("getSimilarSongs", a.getSimilarSongs)
	s.Read("getSimilarSongs2", a.getSimilarSongs2)
	s.Read("getSonicSimilarTracks", a.getSonicSimilarTracks)
	s.Read("findSonicPath", a.findSonicPath)
}
