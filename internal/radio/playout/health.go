package playout

import (
	"time"

	"sonora/internal/music"
)

// Health is the technical state of a station, for its owner.
type Health struct {
	Source    music.Message // description of the source; zero while nothing plays
	Buffer    time.Duration // sound of the source that is not audible yet
	Jitter    time.Duration // length of sound that the buffer should hold
	Outputs   []OutputHealth
	Underruns int64   // how often sound was missing
	Restarts  int     // of encoders
	Level     float64 // dBFS in the last second; Silent if it is not measured
	LastError music.Message
	LastAt    time.Time
	Began     time.Time // on air since; zero while off air
	Client    string    // program of the live source; "" for none
	Address   string    // address of the live source; "" for none
}

// Silent is the level, in dBFS, of sound that is not measured.
const Silent = -120

// OutputHealth is the state of one format of a station.
type OutputHealth struct {
	Codec     string
	Main      bool // whether it exists as long as the station plays
	Bitrate   int  // kbit/s in the last second
	Rate      int  // Hz
	Channels  int
	Listeners int // connections; sessions are counted elsewhere
	Encoder   string
}

// Health returns the station's technical state.
func (e *Engine) Health() Health { return *e.health.Load() }

// Trouble records a problem that does not affect the sound, such as a show that
// cannot be recorded. It returns at once.
func (e *Engine) Trouble(problem music.Message) {
	e.trouble.Store(&trouble{problem, time.Now()})
	e.Keeper.Alert(KindError, problem)
}

// trouble is a reported problem that Health does not show yet.
type trouble struct {
	problem music.Message
	at      time.Time
}

func (e *Engine) measure(now time.Time) *Health {
	h := *e.health.Load()
	if !e.problem.IsZero() && !e.problem.Equal(h.LastError) {
		h.LastError, h.LastAt = e.problem, now
	}
	if told := e.trouble.Swap(nil); told != nil {
		h.LastError, h.LastAt = told.problem, told.at
	}
	h.Source, h.Buffer, h.Jitter, h.Level, h.Outputs = music.Message{}, 0, 0, Silent, nil
	h.Client, h.Address = "", ""
	if e.live != nil {
		h.Client, h.Address = e.live.Client, e.live.Address
	}
	if e.path != nil {
		e.path.measure(&h)
	} else {
		h.Began = time.Time{}
	}
	if e.path != nil && h.Began.IsZero() {
		h.Began = now
	}
	for _, o := range e.outs {
		h.Outputs = append(h.Outputs, OutputHealth{
			Codec: string(o.codec), Main: o.main, Bitrate: o.bitrate, Rate: o.last.Rate, Channels: o.last.Channels, Listeners: int(o.heard.Load()), Encoder: o.encoding(),
		})
	}
	return &h
}
