package catalogue

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// foldersOf selects the seqs of a folder and, if deep, of the folders below it.
func foldersOf(f music.FolderRef, deep bool) *kernel.Query {
	p := kernel.PathText(f.Path)
	q := (&kernel.Query{}).Add("select seq from folder where root = ? and ", f.Root)
	switch {
	case deep && p == "":
		return q.Add("true")
	case deep:
		return q.Add("(path = ? or (path > ? and path < ?))", p, p+"/", p+"0") // 0 follows / in ASCII
	}
	return q.Add("path = ?", p)
}

type folderCount struct {
	root       int64
	rootPath   string
	path       string
	trackCount int
}

func (r *folderCount) Dest() []any { return []any{&r.root, &r.rootPath, &r.path, &r.trackCount} }

func (r *folderCount) Value() folderCount { return *r }

// folderCounts returns every folder with music that the viewer may see. Uploads
// are in none of the operator's folders.
func (s *Store) folderCounts(ctx context.Context, v music.Viewer) ([]folderCount, error) {
	seen := music.Viewer{}
	if v.SignedIn() {
		seen = music.System("folders") // these folders contain nobody's own uploads
	}
	q := (&kernel.Query{}).Add(`select r.seq, r.path, f.path, count(*) from track t join folder f on f.seq = t.folder join root r on r.seq = f.root
		where r.active and r.path <> ? and `, intake.Root).CanList(seen).Add(" group by r.seq, r.path, f.seq, f.path")
	return kernel.RememberLong(s.db.Tally, kernel.TallyKey(q), func() ([]folderCount, error) {
		return kernel.Collect(ctx, s.db.Read, &folderCount{}, q.Text.String(), q.Args...)
	})
}

// Folder returns a library folder with its subfolders. A nil ref is the top:
// the only root, or the list of roots. It returns NotFound if it has no music
// for the viewer.
func (s *Store) Folder(ctx context.Context, v music.Viewer, ref *music.FolderRef) (*music.FolderContent, error) {
	counts, err := s.folderCounts(ctx, v)
	if err != nil {
		return nil, fmt.Errorf("list folders: %w", err)
	}
	roots := rootsOf(counts)
	if ref == nil {
		if len(roots) != 1 {
			top := &music.FolderContent{Folders: roots, IsTop: true}
			for _, r := range roots {
				top.Tracks += r.Tracks
			}
			return top, nil
		}
		ref = &roots[0].FolderRef
	}
	return folderIn(counts, *ref)
}

func rootsOf(counts []folderCount) []music.Folder {
	byRoot := map[int64]*music.Folder{}
	for _, c := range counts {
		r := byRoot[c.root]
		if r == nil {
			r = &music.Folder{FolderRef: music.FolderRef{Root: c.root}, Name: path.Base(kernel.TextPath(c.rootPath))}
			byRoot[c.root] = r
		}
		r.Tracks += c.trackCount
	}
	return foldersByName(byRoot)
}

func folderIn(counts []folderCount, ref music.FolderRef) (*music.FolderContent, error) {
	within := ref.Path
	if within != "" {
		within += "/"
	}
	content := &music.FolderContent{Folder: music.Folder{FolderRef: ref, Name: path.Base(ref.Path)}}
	below := map[string]*music.Folder{}
	for _, c := range counts {
		p := kernel.TextPath(c.path)
		rest, inside := strings.CutPrefix(p, within)
		if c.root != ref.Root || !inside && p != ref.Path {
			continue
		}
		content.Tracks += c.trackCount
		if ref.Path == "" {
			content.Name = path.Base(kernel.TextPath(c.rootPath))
		}
		if p == ref.Path {
			continue
		}
		name, _, _ := strings.Cut(rest, "/")
		child := below[name]
		if child == nil {
			child = &music.Folder{FolderRef: music.FolderRef{Root: ref.Root, Path: within + name}, Name: name}
			below[name] = child
		}
		child.Tracks += c.trackCount
	}
	if content.Tracks == 0 {
		return nil, music.ErrNotFound
	}
	content.Folders = foldersByName(below)
	return content, nil
}

func foldersByName[K comparable](folders map[K]*music.Folder) []music.Folder {
	list := make([]music.Folder, 0, len(folders))
	for _, f := range folders {
		list = append(list, *f)
	}
	slices.SortFunc(list, func(a, b music.Folder) int {
		return cmp.Or(cmp.Compare(kernel.Fold(a.Name), kernel.Fold(b.Name)), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Root, b.Root))
	})
	return list
}
