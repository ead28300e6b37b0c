package streams

import (
	"context"
	"math"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/sound"
	"sonora/internal/stream"
)

// levelJSON is how far music is from -18 LUFS, by its tags or as measured.
type levelJSON struct {
	Gain float64  `json:"gain" doc:"dB that bring it to -18 LUFS, not limited by the peak."`
	Peak *float64 `json:"peak" doc:"dB of full scale; null when it is not known."`
}

// Schema implements huma.SchemaProvider: huma knows no nullable objects.
func (levelJSON) Schema(r huma.Registry) *huma.Schema {
	type plain levelJSON
	s := huma.SchemaFromType(r, reflect.TypeFor[plain]())
	s.Nullable = true
	return s
}

type gainJSON struct {
	Track *levelJSON `json:"track" doc:"null when nothing is known."`
	Album *levelJSON `json:"album" doc:"Of the whole album, the track's where that is not known."`
}

// gain tells a player how loud a track is, to make all of them equally loud.
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
	out := &levelJSON{Gain: level.Gain, Peak: level.Peak}
	if out.Peak != nil && !isNumber(*out.Peak) {
		out.Peak = nil
	}
	return out
}

// isNumber reports what JSON can hold; tags may say anything.
func isNumber(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
