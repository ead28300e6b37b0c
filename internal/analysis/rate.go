package analysis

// The sample rates that can be analysed, in Hz.
const (
	minRate = 4000
	maxRate = 768_000
)

// The range of rates at which tempo and key are measured, in Hz.
const (
	minWorkingRate = 20_000
	maxWorkingRate = 25_600
)

// factors are the possible decimation factors.
var factors = []int{1, 2, 3, 4, 6, 8}

// factor returns the decimation factor that brings a rate between
// minWorkingRate and maxWorkingRate, or 0 if no factor does.
func factor(rate int) int {
	for _, f := range factors {
		if rate >= f*minWorkingRate && rate <= f*maxWorkingRate {
			return f
		}
	}
	return 0
}

// workingRate returns the rate at which a sound is decoded: its own rate, or a
// common rate close to it for the few rates without a factor.
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
