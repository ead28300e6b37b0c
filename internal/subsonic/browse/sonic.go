package browse

import (
	"math/rand/v2"

	"sonora/internal/music"
	"sonora/internal/similarity"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
	"sonora/internal/subsonic/things"
)

const (
	usualSimilar = 50
	usualPath    = 25
	usualMatches = 10
	longestPath  = 100
)

func (a *API) similarArtists(c *protocol.Call, id string, count int) ([]music.Artist, error) {
	return a.Similar.SimilarArtists(c, c.Viewer, id, count)
}

// similarTracks returns a mix that begins with a song, an album or an artist.
func (a *API) similarTracks(c *protocol.Call) ([]music.Track, error) {
	marked, err := c.Required("id")
	if err != nil {
		return nil, err
	}
	count, err := c.Number("count", usualSimilar, 0, maxListed)
	if err != nil || count == 0 {
		return nil, err
	}
	if kind, id := protocol.Split(marked); kind == protocol.NoKind {
		found, err := a.Similar.Similar(c, c.Viewer, id, count)
		if err != nil {
			return nil, err
		}
		return found.Tracks, nil
	}
	start, err := startOf(marked)
	if err != nil {
		return nil, err
	}
	found, err := a.Similar.Mix(c, c.Viewer, start, count, rand.Uint64()) //nolint:gosec // whoever guesses it hears a song
	if err != nil {
		return nil, err
	}
	return found.Tracks, nil
}

func startOf(marked string) (similarity.Start, error) {
	switch kind, id := protocol.Split(marked); kind {
	case protocol.AlbumKind:
		return similarity.Start{AlbumID: id}, nil
	case protocol.ArtistKind:
		return similarity.Start{ArtistID: id}, nil
	case protocol.ListKind:
		return similarity.Start{PlaylistID: id}, nil
	default:
		return similarity.Start{}, music.ErrNotFound
	}
}

func (a *API) getSimilarSongs(c *protocol.Call, w *answer.Writer) error {
	tracks, err := a.similarTracks(c)
	if err != nil {
		return err
	}
	w.Object("similarSongs", func() { answer.List(w, "song", tracks, things.Song) })
	return nil
}

func (a *API) getSimilarSongs2(c *protocol.Call, w *answer.Writer) error {
	tracks, err := a.similarTracks(c)
	if err != nil {
		return err
	}
	w.Object("similarSongs2", func() { answer.List(w, "song", tracks, things.Song) })
	return nil
}

// matches writes tracks with how much they sound like another.
func (a *API) matches(c *protocol.Call, w *answer.Writer, of int64, tracks []music.Track) error {
	seqs := make([]int64, len(tracks))
	for i := range tracks {
		seqs[i] = tracks[i].Seq
	}
	likenesses, err := a.Similar.Likenesses(c, of, seqs)
	if err != nil {
		return err
	}
	answer.List(w, "sonicMatch", tracks, func(w *answer.Writer, t *music.Track) {
		likeness, known := likenesses[t.Seq]
		if !known {
			likeness = -1
		}
		w.Float("similarity", likeness)
		w.Object("entry", func() { things.Song(w, t) })
	})
	return nil
}

func (a *API) getSonicSimilarTracks(c *protocol.Call, w *answer.Writer) error {
	id, err := c.ID("id", protocol.NoKind)
	if err != nil {
		return err
	}
	count, err := c.Number("count", usualMatches, 0, maxListed)
	if err != nil {
		return err
	}
	track, err := a.Store.Track(c, c.Viewer, id)
	if err != nil {
		return err
	}
	var tracks []music.Track
	if count > 0 {
		found, err := a.Similar.Similar(c, c.Viewer, id, count)
		if err != nil {
			return err
		}
		tracks = found.Tracks
	}
	return a.matches(c, w, track.Seq, tracks)
}

func (a *API) findSonicPath(c *protocol.Call, w *answer.Writer) error {
	from, err := c.ID("startSongId", protocol.NoKind)
	if err != nil {
		return err
	}
	to, err := c.ID("endSongId", protocol.NoKind)
	if err != nil {
		return err
	}
	count, err := c.Number("count", usualPath, 2, longestPath)
	if err != nil {
		return err
	}
	path, err := a.Similar.Path(c, c.Viewer, from, to, count)
	if err != nil {
		return err
	}
	return a.matches(c, w, path.Tracks[0].Seq, path.Tracks)
}
