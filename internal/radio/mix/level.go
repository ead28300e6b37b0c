package mix

import (
	"math"
	"slices"
	"sync"
)

const (
	levelFrames = BlockFrames // per level
	edgeLevels  = 15 * 50     // levels kept of each end: 15 s
	silenceDB   = -60         // dBFS of a sample, below which it counts as silent
	silentLevel = -120
)

var silent = linear(silenceDB)

// levels measure both ends of a sound: peaks show where it is silent, and power
// shows how loud it is.
type levels struct {
	mu         sync.Mutex
	count      int // of all blocks
	head, tail []level
	power      float64 // sum over all blocks that are not silent
	heard      int
	lastSound  int  // number of blocks up to the last that is not silent
	isKnown    bool // whether the levels are complete
}

type level struct{ power, peak float32 }

// Levels are the levels of a whole sound, in a form that can be kept.
type Levels struct {
	Head      []float32 `json:"head"` // power and peak of each block at the beginning
	Tail      []float32 `json:"tail"` // and at the end
	Power     float64   `json:"power"`
	Count     int       `json:"count"`
	Heard     int       `json:"heard"`
	LastSound int       `json:"lastSound"`
}

func (l *levels) snapshot() Levels {
	l.mu.Lock()
	defer l.mu.Unlock()
	return Levels{Head: pairs(l.head), Tail: pairs(l.tail), Power: l.power, Count: l.count, Heard: l.heard, LastSound: l.lastSound}
}

// replace takes kept levels, which already include blocks that are added later.
func (l *levels) replace(k *Levels) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.head, l.tail, l.power, l.count, l.heard, l.lastSound, l.isKnown = fromPairs(k.Head), fromPairs(k.Tail), k.Power, k.Count, k.Heard, k.LastSound, true
}

func pairs(of []level) []float32 {
	flat := make([]float32, 0, 2*len(of))
	for _, l := range of {
		flat = append(flat, l.power, l.peak)
	}
	return flat
}

func fromPairs(flat []float32) []level {
	of := make([]level, 0, len(flat)/2)
	for i := 0; i+1 < len(flat); i += 2 {
		of = append(of, level{flat[i], flat[i+1]})
	}
	return of
}

// add measures one block.
func (l *levels) add(block []float32) {
	var even, odd float32
	var highest uint32 // without the sign bit, the bits of floats sort like their values
	for i := 0; i+1 < len(block); i += 2 {
		left, right := block[i], block[i+1]
		even += left * left
		odd += right * right
		highest = max(highest, math.Float32bits(left)<<1, math.Float32bits(right)<<1)
	}
	peak := math.Float32frombits(highest >> 1)
	next := level{(even + odd) / float32(max(len(block), 1)), peak}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.isKnown {
		return
	}
	l.count++
	if peak > silent {
		l.power += float64(next.power)
		l.heard++
		l.lastSound = l.count
	}
	if len(l.head) < edgeLevels {
		l.head = append(l.head, next)
	}
	if len(l.tail) == edgeLevels {
		copy(l.tail, l.tail[1:])
		l.tail = l.tail[:edgeLevels-1]
	}
	l.tail = append(l.tail, next)
}

// body returns the loudness of the whole sound in dB, without silence.
func (l *levels) body() float64 {
	if l.heard == 0 {
		return silentLevel
	}
	return decibels(l.power / float64(l.heard))
}

// end returns the last audible frame.
func (l *levels) end() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return int64(l.lastSound) * levelFrames
}

// smooth is the number of levels averaged for a loudness: 400 ms.
const smooth = 20

// falling returns how many frames before its end a sound finally drops below
// its body by the given dB; 0 if it stays loud.
func (l *levels) falling(below float64, body float64) int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	first := l.count - len(l.tail)
	end := max(l.lastSound-first, 0)
	for i := end; i > 0; i-- {
		if mean(l.tail[max(0, i-smooth):i]) >= body-below {
			return int64(end-i) * levelFrames
		}
	}
	return int64(end) * levelFrames
}

// rising returns how many frames a sound takes to come within the given dB of
// its body.
func (l *levels) rising(below float64, body float64) int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range l.head {
		if mean(l.head[i:min(i+smooth, len(l.head))]) >= body-below {
			return int64(i) * levelFrames
		}
	}
	return int64(len(l.head)) * levelFrames
}

// mean returns the mean level in dB.
func mean(of []level) float64 {
	var sum float64
	for _, l := range of {
		sum += float64(l.power)
	}
	return decibels(sum / float64(max(len(of), 1)))
}

// headBody returns the loudness of the louder half of the beginning.
func (l *levels) headBody() float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.head) == 0 {
		return silentLevel
	}
	powers := make([]float32, len(l.head))
	for i, h := range l.head {
		powers[i] = h.power
	}
	slices.Sort(powers)
	var sum float64
	louder := powers[len(powers)/2:]
	for _, p := range louder {
		sum += float64(p)
	}
	return decibels(sum / float64(len(louder)))
}

// decibels converts a power to dB.
func decibels(power float64) float64 {
	if power <= 0 {
		return silentLevel
	}
	return max(silentLevel, 10*math.Log10(power))
}
