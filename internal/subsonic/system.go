package subsonic

import (
	"strconv"
	"strings"

	"sonora/internal/music"
	"sonora/internal/subsonic/answer"
)

// ping answers that the server is there.
func (a *API) ping(*call, *answer.Writer) error { return nil }

// getLicense answers that there is nothing to pay for.
func (a *API) getLicense(_ *call, w *answer.Writer) error {
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

func (a *API) getExtensions(_ *call, w *answer.Writer) error {
	answer.List(w, "openSubsonicExtensions", extensions, func(w *answer.Writer, e *extension) {
		w.Text("name", e.name)
		w.Ints("versions", e.versions)
	})
	return nil
}

// tokenInfo names the person to whom an API key belongs.
func (a *API) tokenInfo(c *call, w *answer.Writer) error {
	if c.text("apiKey") == "" {
		return missing("apiKey")
	}
	account, err := a.Store.AccountByID(c, c.viewer.AccountID)
	if err != nil {
		return err
	}
	w.Object("tokenInfo", func() { w.Text("username", account.Email) })
	return nil
}

// username returns the name that the caller signed in with.
func (a *API) username(c *call) (string, error) {
	if name := c.text("u"); name != "" {
		return name, nil
	}
	account, err := a.Store.AccountByID(c, c.viewer.AccountID)
	if err != nil {
		return "", err
	}
	return account.Email, nil
}

// musicFolders returns the folders that the operator added.
func (a *API) musicFolders(c *call) ([]music.Folder, error) {
	top, err := a.Store.Folder(c, c.viewer, nil)
	switch {
	case music.CodeOf(err) == music.NotFound:
		return nil, nil
	case err != nil:
		return nil, err
	case top.IsTop:
		return top.Folders, nil
	}
	return []music.Folder{top.Folder}, nil
}

// folderParameter returns the music folder that a list is limited to, or nil.
func (a *API) folderParameter(c *call) (*music.FolderRef, error) {
	value := strings.TrimPrefix(c.text("musicFolderId"), string(folderKind))
	if value == "" || value == "0" || value == "-1" { // how apps write that it is not limited
		return nil, nil //nolint:nilnil // no folder is no error
	}
	root, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return nil, wrong("musicFolderId")
	}
	return &music.FolderRef{Root: root}, nil
}
