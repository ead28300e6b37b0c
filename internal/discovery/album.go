package discovery

import "sonora/internal/music"

// Orders of albums by what the viewer does, and by chance. Their pages start at a
// position instead of a cursor.
const (
	AlbumsRandom   music.AlbumSort = "random"  // others every time
	AlbumsHeard    music.AlbumSort = "heard"   // those that the viewer heard, latest first
	AlbumsByPlays  music.AlbumSort = "-plays"  // those that the viewer heard, most played first
	AlbumsLiked    music.AlbumSort = "liked"   // those that the viewer likes, latest first
	AlbumsByRating music.AlbumSort = "-rating" // those that the viewer rated, best first
)
