package things

import (
	"strings"

	"sonora/internal/edge/scalar"
	"sonora/internal/music"
)

// SoundInput filters lists of tracks by their analysis. It is exported because
// huma does not read parameters into an unexported struct.
type SoundInput struct {
	BPMMin      scalar.OptionalNumber `query:"bpmMin" minimum:"0" maximum:"10000" doc:"Minimum beats per minute."`
	BPMMax      scalar.OptionalNumber `query:"bpmMax" minimum:"0" maximum:"10000" doc:"Maximum beats per minute."`
	Key         string                `query:"key" maxLength:"200" doc:"Comma-separated keys, for example Am,C or 8A."`
	Compatible  string                `query:"compatible" maxLength:"16" doc:"A key; finds tracks in it and in keys that mix well with it."`
	EnergyMin   scalar.OptionalNumber `query:"energyMin" minimum:"0" maximum:"1" doc:"Minimum energy."`
	EnergyMax   scalar.OptionalNumber `query:"energyMax" minimum:"0" maximum:"1" doc:"Maximum energy."`
	LoudnessMin scalar.OptionalNumber `query:"loudnessMin" minimum:"-1000" maximum:"1000" doc:"Minimum loudness in LUFS."`
	LoudnessMax scalar.OptionalNumber `query:"loudnessMax" minimum:"-1000" maximum:"1000" doc:"Maximum loudness in LUFS."`
}

// fill adds the input to a filter. The error has the code Invalid for a value that
// is not a key.
func (in *SoundInput) fill(filter *music.TrackFilter) error {
	filter.Tempo.Min, filter.Tempo.Max = in.BPMMin.OrNil(), in.BPMMax.OrNil()
	filter.Energy.Min, filter.Energy.Max = in.EnergyMin.OrNil(), in.EnergyMax.OrNil()
	filter.Loudness.Min, filter.Loudness.Max = in.LoudnessMin.OrNil(), in.LoudnessMax.OrNil()
	wrong := music.FieldErrors{}
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
