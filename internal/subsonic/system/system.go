package system

import (
	"sonora/internal/music"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
)

// ping answers that the server is there.
func (a *API) ping(*protocol.Call, *answer.Writer) error { return nil }

// getLicense answers that there is nothing to pay for.
func (a *API) getLicense(_ *protocol.Call, w *answer.Writer) error {
	w.Object("license", func() { w.Bool("valid", true) })
	return nil
}

// extension is an extension of OpenSubsonic, with its versions.
type extension struct {
	name     string
	versions []int
}

// extensions are those that this server has.
var extensions = []extension{
	{"apiKeyAuthentication", []int{1}},
	{"formPost", []int{1}},
	{"getPodcastEpisode", []int{1}},
	{"indexBasedQueue", []int{1}},
	{"playbackReport", []int{1}},
	{"songLyrics", []int{1, 2}},
	{"sonicSimilarity", []int{1}},
	{"topSongsByArtistId", []int{1}},
	{"transcodeOffset", []int{1}},
	{"transcoding", []int{1}},
}

func (a *API) getExtensions(_ *protocol.Call, w *answer.Writer) error {
	answer.List(w, "openSubsonicExtensions", extensions, func(w *answer.Writer, e *extension) {
		w.Text("name", e.name)
		w.Ints("versions", e.versions)
	})
	return nil
}

var (
	errNoJukebox = music.NewError(music.Forbidden, "This server has no sound card to play music on.")
	errNoChat    = music.NewError(music.Forbidden, "This server has no chat besides those of its stations.")
)

func (a *API) jukeboxControl(*protocol.Call, *answer.Writer) error { return errNoJukebox }

// getChatMessages answers that there are none.
func (a *API) getChatMessages(_ *protocol.Call, w *answer.Writer) error {
	w.Object("chatMessages", func() { answer.List(w, "chatMessage", []struct{}{}, func(*answer.Writer, *struct{}) {}) })
	return nil
}

func (a *API) addChatMessage(*protocol.Call, *answer.Writer) error { return errNoChat }
