package analysis

// Sample rates that are analysed, Hz.
const (
	minRate = 4000
	maxRate = 768_000
)

// Rates at which the tempo and the key are looked for, Hz.
const (
	slowest = 20_000
	fastest = 25_600
)

// factors are those by which a stream is slowed down for that.
var factors = []int{1, 2, 3, 4, 6, 8}

// factor brings a rate between slowest and fastest; 0 where none of factors does.
func factor(rate int) int {
	for _, f := range factors {
		if rate >= f*slowest && rate <= f*fastest {
			return f
		}
	}
	return 0
}

// workingRate is the rate a sound is decoded at: its own, or for the few rates
// that no factor brings to where it belongs, a common one near it.
func workingRate(rate int) int {
	if factor(rate) != 0 {
		return rate
	}
	for _, common := range []int{22_050, 44_100, 96_000} {
		if rate <= common {
			return common
		}
	}
	return 192_000
}
