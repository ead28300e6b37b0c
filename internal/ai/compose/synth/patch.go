package synth

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
)

// A patch is the sound of an instrument. Patches are data: the files in the
// folder patches, one for each engine, list them by the instrument's name.
type patch struct {
	// One engine makes the sound.
	Wave   *wavePatch   `json:"wave"`
	FM     *fmPatch     `json:"fm"`
	Modal  *modalPatch  `json:"modal"`
	String *stringPatch `json:"string"`

	Amp      envelope `json:"amp"`
	Mono     bool     `json:"mono"`     // a note ends the one before
	Dynamics float32  `json:"dynamics"` // how much velocity changes the level: 0 not at all, 1 with its square
	Vibrato  vibrato  `json:"vibrato"`
	Drift    float32  `json:"drift"`  // cents by which notes are out of tune, at most
	Spread   float32  `json:"spread"` // how far low notes lie left and high notes right, 0 to 1
	Effects  effects  `json:"effects"`
}

// envelope is a level over time. Times are in seconds; decay and release are
// the time until the level has fallen by 60 dB.
type envelope struct {
	Attack  float32 `json:"attack"`
	Decay   float32 `json:"decay"`
	Sustain float32 `json:"sustain"` // 0 to 1
	Release float32 `json:"release"`
}

// vibrato moves the pitch, and begins some time after the note.
type vibrato struct {
	Hz    float32 `json:"hz"`
	Cents float32 `json:"cents"`
	Delay float32 `json:"delay"` // s
}

//go:embed patches/*.json
var files embed.FS

var (
	patches  = read[*patch]("wave", "fm", "modal", "string")
	kits     = readKits()
	textures = read[*texture]("textures")
	levels   = read[float32]("levels") // dB that bring instruments to the same loudness
)

// read reads files of patches. They are part of the program, so a mistake in
// one ends it; the tests read all of them.
func read[T any](names ...string) map[string]T {
	all := map[string]T{}
	for _, name := range names {
		data, err := files.ReadFile("patches/" + name + ".json")
		if err == nil {
			decoder := json.NewDecoder(bytes.NewReader(data))
			decoder.DisallowUnknownFields()
			err = decoder.Decode(&all)
		}
		if err != nil {
			panic(fmt.Sprintf("synth: %s: %v", name, err))
		}
	}
	return all
}

func readKits() map[string]*kit {
	all := read[*kit]("kits")
	for name, k := range all {
		k.inherit(name, all)
	}
	return all
}
