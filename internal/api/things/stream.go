package things

import (
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/music"
)

// BitrateAndStart reads two parameters of a stream.
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

// ConvertParameters document the query of a stream.
func ConvertParameters(o *edge.Route) {
	for _, p := range []struct{ name, says, kind string }{
		{"format", "Convert to opus, aac, mp3 or flac; the original bytes when left out.", huma.TypeString},
		{"bitrate", "kbit/s: 96, 160 or 320; 160 when left out.", huma.TypeInteger},
		{"start", "Seconds to begin at; converted music only.", huma.TypeNumber},
		{"gain", "off, track or album: change the loudness by ReplayGain.", huma.TypeString},
		{"container", "fmp4 for fragments of MP4; AAC and FLAC only.", huma.TypeString},
	} {
		o.Parameters = append(o.Parameters, &huma.Param{Name: p.name, In: "query", Description: p.says, Schema: &huma.Schema{Type: p.kind}})
	}
}

// BucketAnswers describes what streams of originals in a bucket add.
func BucketAnswers(o *edge.Route) {
	o.Parameters = append(o.Parameters, &huma.Param{
		Name: "proxy", In: "query", Description: "1 sends the bytes of an original through this server also when they are in a bucket.",
		Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"1"}},
	})
	o.Responses["302"] = &huma.Response{Description: "The original is in a bucket, at this address for the next minutes."}
}
