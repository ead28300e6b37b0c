// Package dice makes the composer's random numbers. Everything that is drawn has
// dice of its own, so that writing one section again leaves all others as they are.
package dice

import (
	"hash/fnv"
	"math/rand/v2"
)

// New returns dice that fall alike on every machine for the same seed and parts,
// for example a section's letter, its take and a role.
func New(seed uint64, parts ...string) *rand.Rand {
	hash := fnv.New64a()
	for _, part := range parts {
		hash.Write([]byte(part))
		hash.Write([]byte{0})
	}
	return rand.New(rand.NewPCG(seed, hash.Sum64()))
}

// Pick returns one of the values, each as likely as its weight. It returns the
// zero value if no weight is above 0. It draws once.
func Pick[T any](r *rand.Rand, values []T, weight func(T) float64) T {
	total := 0.0
	for _, value := range values {
		total += max(0, weight(value))
	}
	at := float64(r.Float64() * total)
	var last T
	for _, value := range values {
		w := max(0, weight(value))
		if w == 0 {
			continue
		}
		if at < w {
			return value
		}
		at -= w
		last = value
	}
	return last
}

// Normal returns a number that is roughly normally distributed, with mean 0 and
// standard deviation 1, and never beyond 3.5. It draws once. Unlike
// rand.NormFloat64 it needs no exponential, which machines round differently.
func Normal(r *rand.Rand) float64 {
	bits := r.Uint64()
	sum := int64(0) // of four numbers that are uniform in 0 to 65535
	for range 4 {
		sum += int64(bits & 0xffff)
		bits >>= 16
	}
	const deviation = 37837.2 // of that sum: 65536 * sqrt(4/12)
	return float64(2*sum-4*65535) / (2 * deviation)
}
