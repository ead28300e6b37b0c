package dsp

import "math"

const (
	keyOpening  = 2.0  // seconds that count as the opening chord
	minPhrase   = 3.5  // seconds, shortest phrase that repeats
	maxPhrase   = 20.0 // seconds, longest phrase that repeats
	phraseCost  = 0.002
	chordChange = 1.5 // cost of a chord change, log likelihood
	bassRoot    = 0.4 // bonus for a root in the bass
)

// followChords names the major or minor triad of each frame, numbered like
// keys. It runs Viterbi's algorithm over how well each triad fits (A. Sheh, D.
// Ellis, "Chord segmentation and recognition using EM-trained hidden Markov
// models", 2003; here with fixed templates).
func followChords(frames []ChromaFrame) []uint8 {
	path := make([]uint8, len(frames))
	back := make([][keys]uint8, len(frames))
	var scores [keys]float32
	for i := range frames {
		fit := triadFit(&frames[i])
		best := highest(&scores)
		from := scores[best] - chordChange
		for c := range scores {
			back[i][c] = uint8(c)
			if from > scores[c] {
				scores[c], back[i][c] = from, uint8(best)
			}
			scores[c] += fit[c]
		}
	}
	at := uint8(highest(&scores))
	for i := len(path) - 1; i >= 0; i-- {
		path[i] = at
		at = back[i][at]
	}
	return path
}

func highest(scores *[keys]float32) int {
	best := 0
	for i, s := range scores {
		if s > scores[best] {
			best = i
		}
	}
	return best
}

// triadFit returns how well each triad fits a frame.
func triadFit(f *ChromaFrame) (fit [keys]float32) {
	var mean, square float32
	for _, n := range f.Notes {
		mean += n / PitchClasses
	}
	for _, n := range f.Notes {
		square += (n - mean) * (n - mean)
	}
	scale := 1 / float32(math.Sqrt(float64(square)+1e-9))
	for root := range PitchClasses {
		open := f.Notes[root] + f.Notes[(root+7)%PitchClasses] - 3*mean
		bass := bassRoot * f.Bass[root]
		fit[root] = (open+f.Notes[(root+4)%PitchClasses])*scale + bass
		fit[root+PitchClasses] = (open+f.Notes[(root+3)%PitchClasses])*scale + bass
	}
	return fit
}

// chordShares returns the share of time that each chord takes.
func chordShares(chords []uint8) (shares [keys]float64) {
	for _, c := range chords {
		shares[c] += 1 / float64(len(chords))
	}
	return shares
}

// phraseLength returns the lag, in frames, at which the music is most similar
// to itself; 0 if the track is too short to tell.
func phraseLength(frames []ChromaFrame, hop float64) float64 {
	unit := make([]chordVector, len(frames))
	for i := range frames {
		unit[i] = newChordVector(&frames[i])
	}
	best, length := -1.0, 0
	for lag := int(minPhrase / hop); lag <= int(maxPhrase/hop) && lag < len(unit)*2/3; lag++ {
		if like := likeness(unit, lag) - phraseCost*float64(lag)*hop; like > best {
			best, length = like, lag
		}
	}
	return refinedLength(unit, float64(length))
}

// refinedLength refines a phrase length to fractions of a frame by looking at
// later repetitions.
func refinedLength(unit []chordVector, length float64) float64 {
	for rounds := 2.0; rounds <= 8 && length > 0 && int(rounds*length) < len(unit)/2; rounds *= 2 {
		best, at := -1.0, 0
		for lag := int(rounds*length) - 1; lag <= int(rounds*length)+2; lag++ {
			if like := likeness(unit, lag); like > best {
				best, at = like, lag
			}
		}
		length = float64(at) / rounds
	}
	return length
}

// likeness returns the mean cosine similarity of frames that are lag apart.
func likeness(unit []chordVector, lag int) float64 {
	var sum float64
	for i := range len(unit) - lag {
		a, b := &unit[i], &unit[i+lag]
		var dot float32
		for j := range a {
			dot += a[j] * b[j]
		}
		sum += float64(dot)
	}
	return sum / float64(len(unit)-lag)
}

// chordVector holds the notes and the bass of a frame, scaled to length 1.
type chordVector [2 * PitchClasses]float32

func newChordVector(f *ChromaFrame) (v chordVector) {
	copy(v[:], f.Notes[:])
	for i, b := range f.Bass {
		v[PitchClasses+i] = b / 2
	}
	var square float64
	for _, x := range v {
		square += float64(x) * float64(x)
	}
	scale := float32(1 / math.Sqrt(square+1e-9))
	for i := range v {
		v[i] *= scale
	}
	return v
}

// phraseShares returns the share of each chord in the first quarter of every
// phrase.
func phraseShares(chords []uint8, length float64) (shares [keys]float64) {
	if length == 0 {
		return shares
	}
	quarter := max(2, int(length/4))
	count := 0.0
	for start := 0.0; int(start)+quarter <= len(chords); start += length {
		for _, c := range chords[int(start):][:quarter] {
			shares[c]++
			count++
		}
	}
	for c := range shares {
		shares[c] /= max(count, 1)
	}
	return shares
}

// cadenceShares returns, for each key, the share of chord changes that are
// cadences in it. A change from the major triad on the fifth counts fully, a
// change from the triad on the fourth counts half.
func cadenceShares(chords []uint8) (falls [keys]float64) {
	changes := 0.0
	for i := 1; i < len(chords); i++ {
		from, to := int(chords[i-1]), int(chords[i])
		if from == to {
			continue
		}
		changes++
		tonic, mode := to%PitchClasses, to/PitchClasses
		switch from {
		case (tonic + 7) % PitchClasses:
			falls[to]++
		case (tonic+5)%PitchClasses + mode*PitchClasses:
			falls[to] += 0.5
		}
	}
	for k := range falls {
		falls[k] /= max(changes, 1)
	}
	return falls
}
