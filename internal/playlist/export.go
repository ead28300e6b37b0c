package playlist

import (
	"context"
	"strings"

	"sonora/internal/music"
	"sonora/internal/store"
)

// Export is a playlist as a file.
type Export struct {
	FileName, MIME string
	Data           []byte
}

var mimes = map[Format]string{
	M3U: "audio/x-mpegurl", M3U8: "application/vnd.apple.mpegurl", XSPF: "application/xspf+xml", JSON: "application/json",
}

// MIME returns the media type of files in the format, or "" for an unknown
// format.
func (f Format) MIME() string { return mimes[f] }

// exportChunk is the number of entries read at once.
const exportChunk = 5000

// Export writes a playlist's tracks that the viewer may see to a file. An empty
// format means M3U8. It returns Invalid for an unknown format.
func (s *Service) Export(ctx context.Context, v music.Viewer, id string, format Format) (*Export, error) {
	if format == "" {
		format = M3U8
	}
	if format.MIME() == "" {
		wrong := music.FieldErrors{}
		wrong.Add("format", "Choose one of m3u, m3u8, xspf and json.")
		return nil, wrong.Err()
	}
	p, tracks, err := s.Files(ctx, v, id)
	if err != nil {
		return nil, err
	}
	data, err := write(p, tracks, format)
	if err != nil {
		return nil, err
	}
	return &Export{fileName(p.Name) + "." + string(format), format.MIME(), data}, nil
}

// File is Export for those who know formats by their names only.
func (s *Service) File(ctx context.Context, v music.Viewer, id, format string) (name string, data []byte, err error) {
	e, err := s.Export(ctx, v, id, Format(format))
	if err != nil {
		return "", nil, err
	}
	return e.FileName, e.Data, nil
}

func write(p *music.Playlist, tracks []music.Candidate, format Format) ([]byte, error) {
	switch format {
	case XSPF:
		return writeXSPF(p, tracks)
	case JSON:
		return writeJSON(p, tracks)
	case M3U, M3U8:
	}
	return writeM3U(p, tracks, format), nil
}

// Files returns a playlist and all of its tracks that the viewer may see, with
// their paths.
func (s *Service) Files(ctx context.Context, v music.Viewer, id string) (*music.Playlist, []music.Candidate, error) {
	p, err := s.store.Playlist(ctx, v, id)
	if err != nil {
		return nil, nil, err
	}
	tracks, err := s.filesOf(ctx, v, p)
	return p, tracks, err
}

// filesOf returns all tracks of a playlist with their paths.
func (s *Service) filesOf(ctx context.Context, v music.Viewer, p *music.Playlist) ([]music.Candidate, error) {
	if p.Kind == music.PlaylistSmart {
		return s.smartFilesOf(ctx, v, p)
	}
	var all []music.Candidate
	for last := int64(store.FirstPlace); ; {
		part, place, err := s.store.ExportedEntries(ctx, v, p, last, exportChunk)
		if err != nil {
			return nil, err
		}
		all, last = append(all, part...), place
		if len(part) < exportChunk {
			return all, nil
		}
	}
}

func (s *Service) smartFilesOf(ctx context.Context, v music.Viewer, p *music.Playlist) ([]music.Candidate, error) {
	var all []music.Candidate
	for page := (music.Page{Limit: music.MaxPageSize}); len(all) < music.MaxEntries; {
		list, err := s.store.SmartTracks(ctx, v, p.Rules, p.ID, s.now(), page)
		if err != nil {
			return nil, err
		}
		ids := make([]string, len(list.Items))
		for i := range list.Items {
			ids[i] = list.Items[i].ID
		}
		part, err := s.store.FilesOf(ctx, v, ids)
		if err != nil {
			return nil, err
		}
		all = append(all, part...)
		if page.After = list.Next; page.After == "" {
			break
		}
	}
	return all, nil
}

// fileName returns a playlist's name without characters that file systems
// reject.
func fileName(name string) string {
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' {
			return '_'
		}
		return r
	}, name))
	if name = strings.TrimLeft(name, "."); name == "" {
		return "playlist"
	}
	return name
}
