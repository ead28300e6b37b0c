package sound

import "sonora/internal/music"

// The limits of a beat grid that a person made.
const (
	maxSegments = 1000
	// MaxBeats is more than the beats of six hours at the fastest tempo.
	MaxBeats = 500_000
	// minGap is how close, in seconds, the beats of two segments may come.
	minGap = 0.01
)

// The messages about beat grids that several fields share.
var (
	WrongTempo    = music.Say("Enter %d to %d beats per minute.", MinBPM, MaxBPM)
	wrongMeter    = music.Say("Enter 1 to %d beats to a bar.", MaxMeter)
	wrongDownbeat = music.Say("The first downbeat must be one of the beats, counted from 0.")
	noBeats       = music.Say("Each part of a beat grid needs at least one beat.")
)

// WithinTempo reports whether a tempo is one that people may enter. It is false
// for NaN.
func WithinTempo(bpm float64) bool { return within(bpm, MinBPM, MaxBPM) }

func within(v, low, high float64) bool { return v >= low && v <= high } // false for NaN

// CheckMeter returns what is wrong with a number of beats per bar, or no message
// if nothing is.
func CheckMeter(meter int) music.Message {
	if meter < 1 || meter > MaxMeter {
		return wrongMeter
	}
	return music.Message{}
}

// CheckDownbeat returns what is wrong with the index of the first downbeat of a grid
// with a number of beats, or no message if nothing is.
func CheckDownbeat(downbeat, beats int) music.Message {
	if downbeat < 0 || downbeat >= beats {
		return wrongDownbeat
	}
	return music.Message{}
}

// CheckGrid returns what is wrong with a grid for a track of a length in seconds,
// or no message if nothing is.
func CheckGrid(grid []GridSegment, length float64) music.Message {
	if len(grid) > maxSegments {
		return music.Say("A beat grid has at most %d parts.", maxSegments)
	}
	end := 0.0
	for _, g := range grid {
		switch last := g.Start + float64(g.Beats-1)*60/g.BPM; {
		case !WithinTempo(g.BPM):
			return WrongTempo
		case g.Beats < 1 || g.Beats > MaxBeats:
			return noBeats
		case !within(g.Start, end, length) || last > length:
			return music.Say("The parts of a beat grid must follow each other and lie within the track.")
		default:
			end = last + minGap
		}
	}
	return music.Message{}
}
