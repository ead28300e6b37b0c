package catalogue

import (
	"context"
	"encoding/base64"
	"fmt"
	"path"
	"strings"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
)

type folderJSON struct {
	ID         string          `json:"id" doc:"Empty for the root above several music folders."`
	Name       string          `json:"name" doc:"Name of the folder; empty for the root above several music folders."`
	ParentID   *string         `json:"parentId" doc:"null for the root."`
	Path       string          `json:"path" doc:"Path relative to its music folder."`
	Folders    []subfolderJSON `json:"folders" doc:"Its subfolders that contain music, by name."`
	TrackCount int             `json:"trackCount" doc:"Number of tracks, including subfolders."`
}

type subfolderJSON struct {
	ID     string `json:"id" doc:"ID of the folder."`
	Name   string `json:"name" doc:"Name of the folder."`
	Tracks int    `json:"tracks" doc:"Number of tracks in it and its subfolders."`
}

// folderID returns the ID of a folder, derived from its path. The database holds
// only folders that contain music.
func folderID(f music.FolderRef) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d/%s", f.Root, f.Path))
}

func (a *API) folders(ctx context.Context, _ *struct{}) (*edge.Body[folderJSON], error) {
	return a.answerFolder(ctx, nil)
}

type folderPath struct {
	ID string `path:"id" maxLength:"8000" doc:"ID of the folder."`
}

func (a *API) folder(ctx context.Context, in *folderPath) (*edge.Body[folderJSON], error) {
	ref, ok := things.ParseFolder(in.ID)
	if !ok {
		return nil, music.ErrNotFound
	}
	return a.answerFolder(ctx, &ref)
}

func (a *API) answerFolder(ctx context.Context, ref *music.FolderRef) (*edge.Body[folderJSON], error) {
	content, err := a.Store.Folder(ctx, edge.Viewer(ctx), ref)
	if err != nil {
		return nil, err
	}
	out := folderJSON{Folders: edge.EncodeAll(content.Folders, encodeSubfolder), TrackCount: content.Tracks}
	if !content.IsTop {
		out.ID, out.Name, out.Path = folderID(content.FolderRef), shown(content.Name), shown(content.Path)
		out.ParentID = parentOf(content.FolderRef)
	}
	return edge.Reply(out)
}

func encodeSubfolder(f *music.Folder) subfolderJSON {
	return subfolderJSON{ID: folderID(f.FolderRef), Name: shown(f.Name), Tracks: f.Tracks}
}

// shown converts a name with arbitrary bytes to valid text.
func shown(name string) string { return strings.ToValidUTF8(name, "\uFFFD") }

func parentOf(f music.FolderRef) *string {
	if f.Path == "" {
		return nil
	}
	parent := path.Dir(f.Path)
	if parent == "." {
		parent = ""
	}
	id := folderID(music.FolderRef{Root: f.Root, Path: parent})
	return &id
}
