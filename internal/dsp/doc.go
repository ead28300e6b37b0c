// Package dsp analyses music from its samples: rhythm, key, loudness, form and
// similarity to other music. It depends on the standard library only.
//
// Rhythm: [Onsets] produces an [Envelope] of 100 mel frames per second.
// [EstimateTempo] finds its periods (generalised autocorrelation, then a
// Fourier tempogram), [TrackBeats] follows them by dynamic programming,
// [FitGrid] fits a grid to the beats by least squares, and [FindDownbeats]
// groups the beats into bars. Where the tempo changes, a Viterbi path through
// local tempos describes the change; the envelope is then warped to a constant
// tempo, analysed, and the result is mapped back.
//
// Times are seconds from the first sample and tempos are beats per minute
// unless a name says otherwise. Front ends take samples in chunks of any size
// and do not keep them, so hours of sound need little memory. No type here is
// safe for concurrent use.
//
// # Key and similarity
//
// A [Chromagram] is a harmonic pitch class profile of the peaks of a 2048-point
// spectrum at a quarter of the sample rate (E. Gómez, "Tonal description of
// music audio signals", PhD thesis, Universitat Pompeu Fabra, 2006). Every 0.17
// s it yields a frame of 12 pitch classes and 12 bass pitch classes, tuned by
// the circular mean of the peaks' deviations from equal temperament.
// [EstimateKey] correlates the mean frame with key profiles (C. Krumhansl,
// "Cognitive foundations of musical pitch", 1990; Á. Faraldo et al., "Key
// estimation in electronic dance music", ECIR 2016) and adds evidence from the
// chords, which it names with Viterbi's algorithm (A. Sheh, D. Ellis, "Chord
// segmentation and recognition using EM-trained hidden Markov models", ISMIR
// 2003). [SimilarityVector] is 96 numbers: 50 for timbre (B. Logan, "Mel
// frequency cepstral coefficients for music modeling", ISMIR 2000; D. Jiang et
// al., "Music type classification by spectral contrast feature", ICME 2002), 32
// for rhythm (after E. Pampalk, "Computational models of music similarity", PhD
// thesis, TU Wien, 2006), 8 for harmony and 6 for dynamics.
//
// # Level and form
//
// A [LoudnessMeter] implements ITU-R BS.1770-4 and EBU R 128 (Tech 3341 and
// 3342): K-weighting derived from the analogue prototype at any sample rate,
// gated blocks of 400 ms in a histogram of 0.01 LU, and a true peak from a
// polyphase interpolator that skips points which cannot exceed the peak so far.
// [Peaks] draws the waveform in three bands, a [SilenceMeter] finds the silence
// at both ends, and [Energy] rates how driving a track is.
//
// [Sections] finds boundaries from the novelty of the self-similarity of bars
// (J. Foote, "Automatic audio segmentation using a measure of audio novelty",
// ICME 2000), prefers phrases of four and eight bars as in dance music (L.
// Vande Veire, T. De Bie, "From raw audio to a seamless mix", EURASIP J. Audio,
// Speech, Music Proc., 2018), and labels each section by position, energy and
// drums. [Cues] derives cue points from the sections, or from loudness alone
// where there is no beat.
package dsp
