package scalar

import (
	"math"

	"github.com/danielgtaylor/huma/v2"
)

// Tenths is a measured number that means something to one decimal: a tempo in
// beats per minute, a loudness in LUFS or LU, a level in dB. InTenths makes it.
type Tenths float64

// Hundredths is a number with two decimals, such as a gain in dB, as ReplayGain has
// it, or a size in megabytes. InHundredths makes it.
type Hundredths float64

// Thousandths is a number whose error adds up, such as the tempo of a beat grid, or
// whose range is small, such as a peak relative to full scale, or a time in seconds
// that is computed. InThousandths makes it.
type Thousandths float64

// InTenths rounds a number to one decimal.
func InTenths(n float64) Tenths { return Tenths(rounded(n, 10)) }

// InHundredths rounds a number to two decimals.
func InHundredths(n float64) Hundredths { return Hundredths(rounded(n, 100)) }

// InThousandths rounds a number to three decimals.
func InThousandths(n float64) Thousandths { return Thousandths(rounded(n, 1000)) }

// Megabyte is the unit of sizes in bodies, in bytes.
const Megabyte = 1_000_000

// InMegabytes returns a size in bytes as megabytes with two decimals.
func InMegabytes(size int64) Hundredths { return InHundredths(float64(size) / Megabyte) }

// rounded never returns the negative zero, which JSON would show.
func rounded(n, scale float64) float64 { return math.Round(n*scale)/scale + 0 }

// Decimals is the extension of the document that says how many decimals a rounded
// number has.
const Decimals = "x-decimals"

// TransformSchema implements huma.SchemaTransformer.
func (Tenths) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return withDecimals(s, 1)
}

// TransformSchema implements huma.SchemaTransformer.
func (Hundredths) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return withDecimals(s, 2)
}

// TransformSchema implements huma.SchemaTransformer.
func (Thousandths) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return withDecimals(s, 3)
}

func withDecimals(s *huma.Schema, n int) *huma.Schema {
	s.Extensions = map[string]any{Decimals: n}
	return s
}
