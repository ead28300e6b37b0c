package things

import (
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/music"
)

// BitrateAndStart parses two parameters of a stream.
func BitrateAndStart(bitrate, start string) (kbits int, from time.Duration, err error) {
	wrong := music.FieldErrors{}
	if bitrate != "" {
		if kbits, err = strconv.Atoi(bitrate); err != nil || kbits <= 0 {
			wrong.Add("bitrate", "Choose 96, 160 or 320.")
		}
	}
	if start != "" {
		seconds, err := strconv.ParseFloat(start, 64)
		if err != nil || !(seconds >= 0 && seconds < 1e7) {
			wrong.Add("start", "Enter the number of seconds to begin at.")
		}
		from = time.Duration(seconds * float64(time.Second))
	}
	return kbits, from, wrong.Err("bitrate", "start")
}

// ConvertParameters documents the query parameters of a stream.
func ConvertParameters(o *edge.Route) {
	for _, p := range []struct {
		name, says string
		schema     *huma.Schema
	}{
		{"format", "Convert to opus, aac, mp3 or flac; the original file if omitted.", &huma.Schema{Type: huma.TypeString}},
		{"bitrate", "kbit/s: 96, 160 or 320; 160 if omitted.", &huma.Schema{Type: huma.TypeInteger, Enum: []any{96, 160, 320}}},
		{"start", "Start at this second; only for converted music.", &huma.Schema{Type: huma.TypeNumber, Minimum: new(0.0)}},
		{"gain", "off, track or album: ReplayGain to apply.", &huma.Schema{Type: huma.TypeString}},
		{"container", "fmp4 for fragmented MP4; only for AAC and FLAC.", &huma.Schema{Type: huma.TypeString}},
	} {
		o.Parameters = append(o.Parameters, &huma.Param{Name: p.name, In: "query", Description: p.says, Schema: p.schema})
	}
}

// BucketAnswers documents the streams of originals that are in a bucket.
func BucketAnswers(o *edge.Route) {
	o.Parameters = append(o.Parameters, &huma.Param{
		Name: "proxy", In: "query", Description: "1 sends an original through this server even if it is in a bucket.",
		Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"1"}},
	})
	o.Parameters = append(o.Parameters, &huma.Param{
		Name: "download", In: "query", Description: "1 for a file that is kept for listening without a network: the person's plan has to include downloads, and the device does not count as one that plays.",
		Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"1"}},
	})
	o.Responses["302"] = &huma.Response{Description: "The original is in a bucket. The address is valid for a few minutes."}
}
