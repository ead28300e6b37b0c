package playout

import (
	"time"
)

// Health is how a station does, for its owner.
type Health struct {
	Source    string        // where the sound comes from, in words
	Buffer    time.Duration // of the source, not heard yet
	Jitter    time.Duration // what the buffer should hold
	Outputs   []OutputHealth
	Underruns int64   // times nothing was there that should have been
	Restarts  int     // of encoders
	Level     float64 // dBFS of the last second; Silent where nothing is measured
	LastError string
	LastAt    time.Time
	Began     time.Time // on air since; zero while it is off
	Client    string    // program of who is live; ""
	Address   string    // of the same
}

// Silent is the level where nothing is measured.
const Silent = -120

// OutputHealth is one format of a station.
type OutputHealth struct {
	Codec     string
	Main      bool // there while the station plays
	Bitrate   int  // kbit/s, of the last second
	Rate      int  // Hz
	Channels  int
	Listeners int // connections; sessions are counted elsewhere
	Encoder   string
}

// Health is how the station does.
func (s *Engine) Health() Health { return *s.health.Load() }

// Trouble notes what goes wrong beside the sound, such as a show that cannot be
// recorded. It returns at once.
func (s *Engine) Trouble(text string) {
	s.trouble.Store(&trouble{text, time.Now()})
	s.Keeper.Alert(KindError, text)
}

// trouble is what is not noted in the health yet.
type trouble struct {
	text string
	at   time.Time
}

func (s *Engine) measure(now time.Time) *Health {
	h := *s.health.Load()
	if s.problem != "" && s.problem != h.LastError {
		h.LastError, h.LastAt = s.problem, now
	}
	if told := s.trouble.Swap(nil); told != nil {
		h.LastError, h.LastAt = told.text, told.at
	}
	h.Source, h.Buffer, h.Jitter, h.Level, h.Outputs = "", 0, 0, Silent, nil
	h.Client, h.Address = "", ""
	if s.live != nil {
		h.Client, h.Address = s.live.Client, s.live.Address
	}
	if s.path != nil {
		s.path.measure(&h)
	} else {
		h.Began = time.Time{}
	}
	if s.path != nil && h.Began.IsZero() {
		h.Began = now
	}
	for _, o := range s.outs {
		h.Outputs = append(h.Outputs, OutputHealth{
			Codec: string(o.codec), Main: o.main, Bitrate: o.bitrate, Rate: o.last.Rate, Channels: o.last.Channels, Listeners: int(o.heard.Load()), Encoder: o.encoding(),
		})
	}
	return &h
}
