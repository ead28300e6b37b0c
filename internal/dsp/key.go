package dsp

import "math"

// NoKey means that no key could be determined.
const NoKey = -1

// keys is the number of keys: 0 to 11 are C major to B major in semitones, 12
// to 23 are C minor to B minor.
const keys = 24

// minKeyConfidence is the confidence below which the result is NoKey.
const minKeyConfidence = 0.2

// KeyEstimate is the estimated key of a piece.
type KeyEstimate struct {
	Key        int     // 0 to 11 major from C, 12 to 23 minor from C, or NoKey
	Second     int     // the second best key, or NoKey if Key is NoKey
	Confidence float64 // 0 to 1: the probability that Key is right; Key is NoKey below 0.2
}

// keyProfiles holds the weight of each scale degree in major and minor keys,
// from the tonic up. The first pair holds the degrees of the scale with the
// triad stressed, the others come from Á. Faraldo et al., "Key estimation in
// electronic dance music", 2016.
var keyProfiles = [...][2][PitchClasses]float64{
	{{5, 0, 3, 0, 4, 3, 0, 4.5, 0, 3, 0, 3}, {5, 0, 3, 4, 0, 3, 0, 4.5, 3, 0, 3, 0}},
	{
		{1, 0, .42, 0, .53, .37, 0, .77, 0, .38, .21, .30},
		{1, 0, .36, .39, 0, .38, 0, .74, .27, 0, .42, .23},
	},
	{
		{.165, .047, .083, .067, .100, .093, .053, .132, .052, .074, .069, .064},
		{.172, .053, .076, .100, .056, .085, .050, .135, .075, .050, .092, .055},
	},
}

// keyEvidence holds the evidence for a key, in the order of keyWeights.
type keyEvidence [len(keyProfiles) + 5]float64

// keyWeights were fitted by multinomial logistic regression to synthetic pieces
// with common chord progressions.
var keyWeights = keyEvidence{8, 3, 1.6, 0.75, 1.4, 5, 3.2, 2.5}

// EstimateKey finds the key of a piece. It correlates the mean chroma with key
// profiles (C. Krumhansl, "Cognitive foundations of musical pitch", 1990) and
// adds evidence that tells a key from its relative: the chords at the start of
// the piece and of each phrase, cadences, and the bass. Drums and noise have no
// key because their partials do not agree on a tuning.
func EstimateKey(c *Chroma) KeyEstimate {
	frames := sounding(c.Frames)
	if len(frames) < 4 {
		return KeyEstimate{Key: NoKey, Second: NoKey}
	}
	evidence := weighKeys(frames, c.Hop)
	var scores [keys]float64
	for k := range scores {
		for i, w := range keyWeights {
			scores[k] += w * evidence[k][i]
		}
	}
	best, second := bestTwo(&scores)
	var odds float64
	for _, s := range scores {
		odds += math.Exp(s - scores[best])
	}
	trust := share(c.Tuned, 0.12, 0.22) * share(evidence[best][0], 0.3, 0.6) * share(variety(frames), fewNotes, enoughNotes) / odds
	if trust < minKeyConfidence {
		return KeyEstimate{Key: NoKey, Second: NoKey, Confidence: trust}
	}
	return KeyEstimate{Key: best, Second: second, Confidence: trust}
}

func bestTwo(scores *[keys]float64) (best, second int) {
	second = 1
	for k := 1; k < keys; k++ {
		switch {
		case scores[k] > scores[best]:
			best, second = k, best
		case k == 1 || scores[k] > scores[second]:
			second = k
		}
	}
	return best, second
}

// One or two notes fit many keys. By the measure of variety, music uses more
// than five.
const fewNotes, enoughNotes = 2, 4

// variety returns over how many notes the sound is spread: the participation
// ratio of their strengths, which is 1 for a single note.
func variety(frames []ChromaFrame) float64 {
	notes, _ := meanProfile(frames)
	var sum, squares float64
	for _, v := range notes {
		sum, squares = sum+v, squares+v*v
	}
	if squares == 0 {
		return 0
	}
	return sum * sum / squares
}

// sounding removes the silence at both ends.
func sounding(f []ChromaFrame) []ChromaFrame {
	var top float32
	for i := range f {
		top = max(top, f[i].Level)
	}
	floor := top / 32
	for len(f) > 0 && f[0].Level <= floor {
		f = f[1:]
	}
	for len(f) > 0 && f[len(f)-1].Level <= floor {
		f = f[:len(f)-1]
	}
	return f
}

func weighKeys(frames []ChromaFrame, hop float64) (out [keys]keyEvidence) {
	notes, bass := meanProfile(frames)
	chords := followChords(frames)
	first := chordShares(chords[:min(len(chords), int(keyOpening/hop)+1)])
	returns := phraseShares(chords, phraseLength(frames, hop))
	falls := cadenceShares(chords)
	var low float64
	for _, b := range bass {
		low += b
	}
	low = max(low, 1e-9)
	for k := range out {
		tonic, mode := k%PitchClasses, k/PitchClasses
		for p := range keyProfiles {
			out[k][p] = correlation(&notes, &keyProfiles[p][mode], tonic)
		}
		copy(out[k][len(keyProfiles):], []float64{first[k], returns[k], falls[k], bass[tonic] / low, bass[(tonic+7)%PitchClasses] / low})
	}
	return out
}

func meanProfile(frames []ChromaFrame) (notes, bass [PitchClasses]float64) {
	for i := range frames {
		for class := range notes {
			notes[class] += float64(frames[i].Notes[class]) / float64(len(frames))
			bass[class] += float64(frames[i].Bass[class]) / float64(len(frames))
		}
	}
	return notes, bass
}

// correlation returns Pearson's correlation of notes, which start at C, with
// profile, which starts at the tonic.
func correlation(notes, profile *[PitchClasses]float64, tonic int) float64 {
	var meanN, meanP, dot, nn, pp float64
	for i := range notes {
		meanN += notes[i] / PitchClasses
		meanP += profile[i] / PitchClasses
	}
	for i := range profile {
		n, p := notes[(i+tonic)%PitchClasses]-meanN, profile[i]-meanP
		dot, nn, pp = dot+n*p, nn+n*n, pp+p*p
	}
	return dot / math.Sqrt(nn*pp+1e-12)
}
