package browse

import (
	"encoding/base64"
	"path"
	"slices"
	"strconv"
	"strings"

	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
	"sonora/internal/subsonic/things"
)

// folderID returns the ID of a folder: its root and its path.
func folderID(f music.FolderRef) string {
	id := strconv.FormatInt(f.Root, 10)
	if f.Path != "" {
		id += "-" + base64.RawURLEncoding.EncodeToString([]byte(f.Path))
	}
	return id
}

// parseFolder is the inverse of folderID.
func parseFolder(id string) (music.FolderRef, error) {
	number, encoded, _ := strings.Cut(id, "-")
	root, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return music.FolderRef{}, music.ErrNotFound
	}
	text, err := base64.RawURLEncoding.DecodeString(encoded)
	if err != nil {
		return music.FolderRef{}, music.ErrNotFound
	}
	return music.FolderRef{Root: root, Path: string(text)}, nil
}

// shelf is a letter of an index of folders.
type shelf = letter[music.Folder]

// shelves divides folders, which are sorted by name, by their letters.
func shelves(folders []music.Folder) []shelf {
	var letters []music.Letter
	for i := range folders {
		if name := store.LetterOf(folders[i].Name); i == 0 || letters[len(letters)-1].Letter != name {
			letters = append(letters, music.Letter{Letter: name, At: i})
		}
	}
	return byLetter(folders, letters)
}

// getIndexes answers with the folders at the top, unless nothing changed since an app
// asked last.
func (a *API) getIndexes(c *protocol.Call, w *answer.Writer) error {
	since, err := c.Moments("ifModifiedSince")
	if err != nil {
		return err
	}
	folder, err := a.folderParameter(c)
	if err != nil {
		return err
	}
	changed, err := a.Store.LibraryChangedAt(c)
	if err != nil {
		return err
	}
	var roots, folders []music.Folder
	var tracks []music.Track
	if len(since) == 0 || changed.After(since[0]) {
		if roots, err = a.rootsIn(c, folder); err != nil {
			return err
		}
		if folders, tracks, err = a.contentOf(c, roots); err != nil {
			return err
		}
	}
	w.Object("indexes", func() {
		w.Int("lastModified", max(changed.UnixMilli(), 0))
		w.Text("ignoredArticles", ignoredArticles)
		answer.List(w, "index", shelves(folders), func(w *answer.Writer, s *shelf) {
			w.Text("name", s.name)
			answer.List(w, "artist", s.items, func(w *answer.Writer, f *music.Folder) {
				w.Text("id", string(protocol.FolderKind)+folderID(f.FolderRef))
				w.Text("name", f.Name)
			})
		})
		answer.List(w, "child", tracks, things.Song)
	})
	return nil
}

// rootsIn returns the music folders, or only one.
func (a *API) rootsIn(c *protocol.Call, folder *music.FolderRef) ([]music.Folder, error) {
	roots, err := things.MusicFolders(c, a.Store)
	if err != nil || folder == nil {
		return roots, err
	}
	for _, root := range roots {
		if root.Root == folder.Root {
			return []music.Folder{root}, nil
		}
	}
	return nil, music.ErrNotFound
}

// contentOf returns the folders and the tracks directly in some folders.
func (a *API) contentOf(c *protocol.Call, roots []music.Folder) (folders []music.Folder, tracks []music.Track, err error) {
	for _, root := range roots { // there are few
		content, err := a.Store.Folder(c, c.Viewer, &root.FolderRef)
		if err != nil {
			return nil, nil, err
		}
		inside, err := a.tracksIn(c, root.FolderRef)
		if err != nil {
			return nil, nil, err
		}
		folders, tracks = append(folders, content.Folders...), append(tracks, inside...)
	}
	slices.SortStableFunc(folders, func(a, b music.Folder) int { return strings.Compare(store.SortKey(a.Name), store.SortKey(b.Name)) })
	return folders, tracks, nil
}

// tracksIn returns the tracks directly in a folder.
func (a *API) tracksIn(c *protocol.Call, folder music.FolderRef) ([]music.Track, error) {
	return protocol.Pages(0, protocol.MaxAll, func(p music.Page) (music.List[music.Track], error) {
		return a.Store.Tracks(c, c.Viewer, music.TrackFilter{Folder: &folder, Sort: music.TracksByAlbum}, p)
	})
}

// getMusicDirectory answers with what is in a folder, an album or an artist.
func (a *API) getMusicDirectory(c *protocol.Call, w *answer.Writer) error {
	marked, err := c.Required("id")
	if err != nil {
		return err
	}
	switch kind, id := protocol.Split(marked); kind {
	case protocol.FolderKind:
		return a.directoryOfFolder(c, w, id)
	case protocol.ArtistKind:
		return a.directoryOfArtist(c, w, id)
	case protocol.AlbumKind:
		return a.directoryOfAlbum(c, w, id)
	case protocol.NoKind:
		return a.directoryOfFolder(c, w, id) // the number of a music folder
	default:
		return music.ErrNotFound
	}
}

func (a *API) directoryOfFolder(c *protocol.Call, w *answer.Writer, id string) error {
	ref, err := parseFolder(id)
	if err != nil {
		return err
	}
	content, err := a.Store.Folder(c, c.Viewer, &ref)
	if err != nil {
		return err
	}
	tracks, err := a.tracksIn(c, ref)
	if err != nil {
		return err
	}
	marked := string(protocol.FolderKind) + folderID(ref)
	w.Object("directory", func() {
		w.Text("id", marked)
		if ref.Path != "" {
			w.Text("parent", string(protocol.FolderKind)+folderID(parentOf(ref)))
		}
		w.Text("name", content.Name)
		children := make([]child, 0, len(content.Folders)+len(tracks))
		for i := range content.Folders {
			children = append(children, child{parent: marked, folder: &content.Folders[i]})
		}
		for i := range tracks {
			children = append(children, child{track: &tracks[i]})
		}
		answer.List(w, "child", children, writeChild)
	})
	return nil
}

func parentOf(f music.FolderRef) music.FolderRef {
	if f.Path = path.Dir(f.Path); f.Path == "." {
		f.Path = ""
	}
	return f
}

// child is a folder or a track in a folder.
type child struct {
	parent string
	folder *music.Folder
	track  *music.Track
}

func writeChild(w *answer.Writer, d *child) {
	if d.track != nil {
		things.Song(w, d.track)
		return
	}
	w.Text("id", string(protocol.FolderKind)+folderID(d.folder.FolderRef))
	w.Text("parent", d.parent)
	w.Bool("isDir", true)
	w.Text("title", d.folder.Name)
}

func (a *API) directoryOfArtist(c *protocol.Call, w *answer.Writer, id string) error {
	one, err := a.Store.Artist(c, c.Viewer, id)
	if err != nil {
		return err
	}
	albums, err := a.albumsOf(c, id)
	if err != nil {
		return err
	}
	of, err := a.artistMarks(c, []music.Artist{*one})
	if err != nil {
		return err
	}
	m, err := a.albumMarks(c, albums)
	if err != nil {
		return err
	}
	w.Object("directory", func() {
		of.artistFolder(w, one)
		answer.List(w, "child", albums, m.albumFolder)
	})
	return nil
}

func (a *API) directoryOfAlbum(c *protocol.Call, w *answer.Writer, id string) error {
	one, err := a.Store.Album(c, c.Viewer, id)
	if err != nil {
		return err
	}
	tracks, err := a.tracksOf(c, id)
	if err != nil {
		return err
	}
	m, err := a.albumMarks(c, []music.Album{*one})
	if err != nil {
		return err
	}
	w.Object("directory", func() {
		w.Ref("id", string(protocol.AlbumKind), one.ID)
		w.Ref("parent", string(protocol.ArtistKind), one.ArtistID)
		w.Text("name", one.Title)
		m.write(w, one.ID)
		answer.List(w, "child", tracks, things.Song)
	})
	return nil
}

// folderParameter returns the music folder that a list is limited to, or nil.
func (a *API) folderParameter(c *protocol.Call) (*music.FolderRef, error) {
	value := strings.TrimPrefix(c.Text("musicFolderId"), string(protocol.FolderKind))
	if value == "" || value == "0" || value == "-1" { // how apps write that it is not limited
		return nil, nil //nolint:nilnil // no folder is no error
	}
	root, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return nil, protocol.Wrong("musicFolderId")
	}
	return &music.FolderRef{Root: root}, nil
}
