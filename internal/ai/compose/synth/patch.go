package synth

import (
	"embed"
	"maps"

	"sonora/internal/ai/compose/embedded"
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
	patches  = embedded.Must(func() (map[string]*patch, error) { return read[*patch]("wave", "fm", "modal", "string") })
	kits     = embedded.Must(readKits)
	textures = embedded.Must(func() (map[string]*texture, error) { return read[*texture]("textures") })
	levels   = embedded.Must(func() (map[string]float32, error) { return read[float32]("levels") }) // dB that bring instruments to the same loudness
)

// read returns the content of several files of the folder patches together.
func read[T any](names ...string) (map[string]T, error) {
	all := map[string]T{}
	for _, name := range names {
		some, err := embedded.Read[map[string]T](files, "patches/"+name+".json")
		if err != nil {
			return nil, err
		}
		maps.Copy(all, some)
	}
	return all, nil
}

func readKits() (map[string]*kit, error) {
	all, err := read[*kit]("kits")
	if err != nil {
		return nil, err
	}
	for name, k := range all {
		if err := k.inherit(name, all); err != nil {
			return nil, err
		}
	}
	return all, nil
}
