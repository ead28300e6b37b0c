// Package dsp finds out what music is like from its samples: its rhythm, key,
// loudness, form and likeness to other music. It needs nothing but the standard
// library.
//
// Rhythm: Onsets makes an Envelope of 100 mel frames a second; EstimateTempo
// reads its periods (generalised autocorrelation, then a Fourier tempogram),
// TrackBeats follows them (dynamic programming), FitGrid puts a grid behind
// the beats (least squares), FindDownbeats counts the bars. Where the tempo
// changes, that is read and followed on a time in which it keeps: the path
// through local tempos (Viterbi) says how it changes.
//
// Times are seconds from the first sample and tempos are beats per minute,
// unless a name says otherwise. Front ends take samples in chunks of any size
// and do not keep them, so hours of sound need little memory. No type here is
// safe for concurrent use.
//
// # Key and likeness
//
// A [Chromagram] is a harmonic pitch class profile of the peaks of a 2048-point
// spectrum at a quarter of the rate (E. Gómez, "Tonal description of music
// audio signals", PhD thesis, Universitat Pompeu Fabra, 2006): frames of 12
// pitch classes, and of 12 in the bass, every 0.17 s, tuned by the circular mean
// of the peaks' deviations. [EstimateKey] correlates their mean with key
// profiles (C. Krumhansl, "Cognitive foundations of musical pitch", 1990;
// Á. Faraldo et al., "Key estimation in electronic dance music", ECIR 2016) and
// adds what chords say, which Viterbi's algorithm names (A. Sheh, D. Ellis,
// "Chord segmentation and recognition using EM-trained hidden Markov models",
// ISMIR 2003). [SimilarityVector] is 96 numbers: 50 of timbre (B. Logan, "Mel
// frequency cepstral coefficients for music modeling", ISMIR 2000; D. Jiang et
// al., "Music type classification by spectral contrast feature", ICME 2002), 32
// of rhythm (after E. Pampalk, "Computational models of music similarity", PhD
// thesis, TU Wien, 2006), 8 of harmony and 6 of dynamics.
//
// # Level and form
//
// A [LoudnessMeter] is that of ITU-R BS.1770-4 and EBU R 128 (Tech 3341 and
// 3342): K-weighting by the analogue prototype at any rate, gated blocks of
// 400 ms in a histogram of 0.01 LU, and the true peak between the samples by a
// polyphase interpolator that leaves out what cannot be the highest. [Peaks]
// draws the waveform in three bands, a [SilenceMeter] finds the silence at both
// ends, and [Energy] says how driving a track is.
//
// [Sections] finds boundaries by the novelty of the self-similarity of bars
// (J. Foote, "Automatic audio segmentation using a measure of audio novelty",
// ICME 2000), at phrases of four and eight bars as dance music has them
// (L. Vande Veire, T. De Bie, "From raw audio to a seamless mix", EURASIP J.
// Audio, Speech, Music Proc., 2018), and labels what is between by place,
// energy and drums. [Cues] are derived from those, and from loudness alone
// where there is no beat.
package dsp
