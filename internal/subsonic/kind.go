package subsonic

import "strings"

// kind marks what an ID belongs to, where an endpoint takes IDs of several kinds. IDs
// of songs have no mark.
type kind string

const (
	noKind      kind = ""
	albumKind   kind = "al-"
	artistKind  kind = "ar-"
	folderKind  kind = "fd-"
	listKind    kind = "pl-"
	podcastKind kind = "pc-"
	episodeKind kind = "ep-"
	stationKind kind = "rs-"
	pictureKind kind = "co-" // a picture by its hash
)

var kinds = []kind{albumKind, artistKind, folderKind, listKind, podcastKind, episodeKind, stationKind, pictureKind}

// split returns the kind and the ID of a marked ID.
func split(marked string) (kind, string) {
	for _, k := range kinds {
		if id, is := strings.CutPrefix(marked, string(k)); is {
			return k, id
		}
	}
	return noKind, marked
}
