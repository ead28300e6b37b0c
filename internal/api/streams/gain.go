package streams

import (
	"context"
	"math"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/sound"
	"sonora/internal/stream"
)

// levelJSON is the loudness of music relative to -18 LUFS, from its tags or
// measured.
type levelJSON struct {
	Gain scalar.Hundredths  `json:"gain" doc:"dB to reach -18 LUFS, not limited by the peak."`
	Peak *scalar.Hundredths `json:"peak" doc:"Peak in dB relative to full scale; null if unknown."`
}

// Schema implements huma.SchemaProvider: huma does not support nullable objects.
func (levelJSON) Schema(r huma.Registry) *huma.Schema {
	type plain levelJSON
	s := huma.SchemaFromType(r, reflect.TypeFor[plain]())
	s.Nullable = true
	return s
}

type gainJSON struct {
	Track *levelJSON `json:"track" doc:"null if unknown."`
	Album *levelJSON `json:"album" doc:"For the whole album; the track's own if the album's is unknown."`
}

// gain returns the loudness of a track, so that players can make all tracks
// equally loud.
func (a *API) gain(ctx context.Context, in *edge.ItemPath) (*edge.Body[gainJSON], error) {
	sound, err := a.Store.TrackSound(ctx, edge.Viewer(ctx), in.ID, true)
	if err != nil {
		return nil, err
	}
	return edge.Reply(gainJSON{
		Track: encodeLevel(stream.TrackGain, sound), Album: encodeLevel(stream.AlbumGain, sound),
	})
}

func encodeLevel(mode stream.GainMode, sound *sound.TrackSound) *levelJSON {
	level, ok := stream.LevelOf(mode, sound)
	if !ok || !isNumber(level.Gain) {
		return nil
	}
	out := &levelJSON{Gain: scalar.InHundredths(level.Gain)}
	if level.Peak != nil && isNumber(*level.Peak) {
		out.Peak = new(scalar.InHundredths(*level.Peak))
	}
	return out
}

// isNumber reports whether JSON can represent a value. Tags may contain anything.
func isNumber(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
