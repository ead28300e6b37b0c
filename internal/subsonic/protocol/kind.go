package protocol

import "strings"

// Kind marks what an ID belongs to, where an endpoint takes IDs of several kinds. IDs
// of songs have no mark.
type Kind string

const (
	NoKind      Kind = ""
	AlbumKind   Kind = "al-"
	ArtistKind  Kind = "ar-"
	FolderKind  Kind = "fd-"
	ListKind    Kind = "pl-"
	PodcastKind Kind = "pc-"
	EpisodeKind Kind = "ep-"
	StationKind Kind = "rs-"
	PictureKind Kind = "co-" // a picture by its hash
)

var kinds = []Kind{AlbumKind, ArtistKind, FolderKind, ListKind, PodcastKind, EpisodeKind, StationKind, PictureKind}

// Split returns the kind and the ID of a marked ID.
func Split(marked string) (Kind, string) {
	for _, k := range kinds {
		if id, is := strings.CutPrefix(marked, string(k)); is {
			return k, id
		}
	}
	return NoKind, marked
}
