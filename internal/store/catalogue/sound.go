package catalogue

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"

	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store/kernel"
)

type soundRow struct {
	file                                       fileRow
	s                                          sound.TrackSound
	duration                                   int64
	album                                      int64
	trackGain, trackPeak, albumGain, albumPeak *float64
	result                                     string
}

func (r *soundRow) Dest() []any {
	return append(r.file.Dest(), &r.duration, &r.s.BitDepth, &r.trackGain, &r.trackPeak, &r.albumGain, &r.albumPeak, &r.album, &r.result)
}

func (r *soundRow) Value() soundRow {
	v := *r
	v.s.TrackFile, v.s.Duration = r.file.Value(), kernel.Length(r.duration)
	g := &v.s.ReplayGain
	if r.trackGain != nil {
		g.TrackGain, g.HasTrack = *r.trackGain, true
	}
	if r.albumGain != nil {
		g.AlbumGain, g.HasAlbum = *r.albumGain, true
	}
	if r.trackPeak != nil {
		g.TrackPeak = *r.trackPeak
	}
	if r.albumPeak != nil {
		g.AlbumPeak = *r.albumPeak
	}
	return v
}

// measuredResult is the analysis of a track t if it is of its current sound.
const measuredResult = "coalesce((select result from analysis a where a.track = t.seq and a.audio_key = t.audio_key), '')"

// TrackSound returns the data needed to convert a track. It returns NotFound if
// the viewer may not see the track or its file is missing. It fills in
// AlbumLoudness only if withAlbum is set, because that reads all tracks of the
// album.
func (s *Store) TrackSound(ctx context.Context, v music.Viewer, id string, withAlbum bool) (*sound.TrackSound, error) {
	q := (&kernel.Query{}).Add(`select r.path, f.path, t.name, t.size, t.mtime, t.format, t.is_public, t.duration, t.bit_depth,
			t.track_gain, t.track_peak, t.album_gain, t.album_peak, coalesce(t.album, 0), `+measuredResult+`
		from track t join folder f on f.seq = t.folder join root r on r.seq = f.root where t.id = ? and `, id).CanList(v)
	row, err := kernel.One(ctx, s.db.Read, &soundRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("find track sound: %w", err)
	}
	row.s.Loudness = loudnessOf(row.result)
	if withAlbum && row.album != 0 {
		if row.s.AlbumLoudness, err = s.albumLoudness(ctx, row.album); err != nil {
			return nil, fmt.Errorf("find album loudness: %w", err)
		}
	}
	return &row.s, nil
}

// loudnessOf returns the loudness from an analysis, or nil if there is none.
func loudnessOf(result string) *sound.Loudness {
	var a struct{ Loudness *sound.Loudness }
	if result == "" || json.Unmarshal([]byte(result), &a) != nil {
		return nil
	}
	return a.Loudness
}

// albumLoudness returns the mean power of an album's measured tracks, weighted
// by duration, and their highest peak. It is nil if no track was measured.
func (s *Store) albumLoudness(ctx context.Context, album int64) (*sound.Loudness, error) {
	rows, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[int64, string]{}, "select t.duration, "+measuredResult+" from track t where t.album = ? and t.missing_at = 0", album)
	if err != nil {
		return nil, err
	}
	var power, total float64
	peak := math.Inf(-1)
	for _, r := range rows {
		l := loudnessOf(r.B)
		if l == nil || l.Integrated <= sound.SilenceLUFS {
			continue
		}
		weight := cmp.Or(float64(r.A), 1)
		power += weight * math.Pow(10, l.Integrated/10)
		total += weight
		peak = max(peak, l.TruePeak)
	}
	if total == 0 {
		return nil, nil
	}
	return &sound.Loudness{Integrated: 10 * math.Log10(power/total), TruePeak: peak}, nil
}

// TracksGone returns the given tracks that are deleted or whose file is
// missing.
func (s *Store) TracksGone(ctx context.Context, ids []string) ([]string, error) {
	there, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, "select id from track where missing_at = 0 and id in "+s.db.Dialect.Texts, kernel.Array(ids))
	if err != nil {
		return nil, fmt.Errorf("find gone tracks: %w", err)
	}
	known := map[string]bool{}
	for _, id := range there {
		known[id] = true
	}
	var gone []string
	for _, id := range ids {
		if !known[id] {
			gone = append(gone, id)
		}
	}
	return gone, nil
}
