package things

import (
	"strconv"
	"strings"

	"sonora/internal/music"
)

// SoundInput filters lists of tracks by their analysis. It is exported because
// huma does not read parameters into an unexported struct.
type SoundInput struct {
	BPMMin      string `query:"bpmMin" maxLength:"32" doc:"Minimum beats per minute."`
	BPMMax      string `query:"bpmMax" maxLength:"32" doc:"Maximum beats per minute."`
	Key         string `query:"key" maxLength:"200" doc:"Comma-separated keys, for example Am,C or 8A."`
	Compatible  string `query:"compatible" maxLength:"16" doc:"A key; finds tracks in it and in keys that mix well with it."`
	EnergyMin   string `query:"energyMin" maxLength:"32" doc:"0 to 1."`
	EnergyMax   string `query:"energyMax" maxLength:"32" doc:"0 to 1."`
	LoudnessMin string `query:"loudnessMin" maxLength:"32" doc:"LUFS."`
	LoudnessMax string `query:"loudnessMax" maxLength:"32" doc:"LUFS."`
}

// fill adds the input to a filter. The error has the code Invalid for a value that
// is not a number or key.
func (in *SoundInput) fill(filter *music.TrackFilter) error {
	wrong := music.FieldErrors{}
	for _, limit := range []struct {
		name, text string
		field      **float64
	}{
		{"bpmMin", in.BPMMin, &filter.Tempo.Min},
		{"bpmMax", in.BPMMax, &filter.Tempo.Max},
		{"energyMin", in.EnergyMin, &filter.Energy.Min},
		{"energyMax", in.EnergyMax, &filter.Energy.Max},
		{"loudnessMin", in.LoudnessMin, &filter.Loudness.Min},
		{"loudnessMax", in.LoudnessMax, &filter.Loudness.Max},
	} {
		if limit.text == "" {
			continue
		}
		v, err := strconv.ParseFloat(limit.text, 64)
		if err != nil || v != v || v < -1e9 || v > 1e9 {
			wrong.Add(limit.name, "Enter a number.")
			continue
		}
		*limit.field = &v
	}
	in.keys(filter, wrong)
	return wrong.Err()
}

// keys adds the requested keys, or those compatible with a key; if both are
// given, the keys in both.
func (in *SoundInput) keys(filter *music.TrackFilter, wrong music.FieldErrors) {
	parse := func(name, text string) music.Key {
		key, err := music.ParseKey(text)
		if err != nil || !key.Valid() {
			wrong.Add(name, "Enter a key such as Am, F# or 8A.")
		}
		return key
	}
	if in.Key != "" {
		for text := range strings.SplitSeq(in.Key, ",") {
			filter.Keys = append(filter.Keys, parse("key", text))
		}
	}
	if in.Compatible == "" {
		return
	}
	mixing := parse("compatible", in.Compatible).Compatible()
	if in.Key == "" {
		filter.Keys = mixing
		return
	}
	both := []music.Key{music.NoKey - 1} // no track has this key, so an empty intersection finds nothing
	for _, k := range filter.Keys {
		for _, m := range mixing {
			if k == m {
				both = append(both, k)
			}
		}
	}
	filter.Keys = both
}
