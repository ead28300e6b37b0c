package recipe

import (
	"fmt"
	"math/big"
	"strings"

	"sonora/internal/premium"
)

func decimalsOf(currency string) int {
	n, _ := premium.Decimals(currency)
	return n
}

// Lengths of the code of a currency. ISO 4217 has three letters, others more.
const minCurrency, maxCurrency = 3, 5

func isCurrency(code string) bool {
	return len(code) >= minCurrency && len(code) <= maxCurrency && !strings.ContainsFunc(code, func(r rune) bool { return r < 'A' || r > 'Z' })
}

// currencyOf returns a currency as Notice has it.
func currencyOf(text string) string { return strings.ToUpper(strings.TrimSpace(text)) }

// maxDigits is the length of the longest amount that is read.
const maxDigits = 24

// minor reads a decimal amount such as 5.00 in minor units of a currency. It takes no
// amount that has more decimals than the currency.
func minor(text, currency string) (int64, error) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > maxDigits || strings.ContainsFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != '-' }) {
		return 0, fmt.Errorf("%w: the amount", ErrMalformed)
	}
	value, ok := new(big.Rat).SetString(text)
	if !ok {
		return 0, fmt.Errorf("%w: the amount", ErrMalformed)
	}
	return whole(value.Mul(value, power(decimalsOf(currency))))
}

// ofHundredths converts an amount that a platform counts in hundredths of every
// currency.
func ofHundredths(amount int64, currency string) (int64, error) {
	value := new(big.Rat).SetFrac64(amount, 100)
	return whole(value.Mul(value, power(decimalsOf(currency))))
}

func power(n int) *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil))
}

func whole(value *big.Rat) (int64, error) {
	if !value.IsInt() || !value.Num().IsInt64() {
		return 0, fmt.Errorf("%w: the amount", ErrMalformed)
	}
	return value.Num().Int64(), nil
}
