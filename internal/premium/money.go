package premium

import (
	"fmt"
	"strings"
)

// MaxAmount is the highest price, in minor units.
const MaxAmount = 99_999_999

// Money is an amount in minor units, such as cents, of a currency by its code of ISO 4217.
type Money struct {
	Amount   int64
	Currency string
}

// IsKnown reports whether plans may have prices in a currency: one of ISO 4217.
func IsKnown(currency string) bool {
	_, known := Decimals(currency)
	return known
}

// Decimals returns how many decimals amounts of a currency have; false if it is not of
// ISO 4217.
func Decimals(currency string) (n int, known bool) {
	if n, known = decimals[currency]; known {
		return n, true
	}
	if n, isCoin := coins[currency]; isCoin {
		return n, false
	}
	return usualDecimals, false
}

// coins are the other currencies in which payment services count, and their decimals.
var coins = map[string]int{"BTC": 8, "SATS": 0}

const usualDecimals = 2

// String returns the amount with its decimals: 5.00 EUR.
func (m Money) String() string {
	n, _ := Decimals(m.Currency)
	if n == 0 {
		return fmt.Sprintf("%d %s", m.Amount, m.Currency)
	}
	unit := int64(1)
	for range n {
		unit *= 10
	}
	sign, amount := "", m.Amount
	if amount < 0 {
		sign, amount = "-", -amount
	}
	return fmt.Sprintf("%s%d.%0*d %s", sign, amount/unit, n, amount%unit, m.Currency)
}

// decimals are the currencies of ISO 4217 that people pay with, and how many decimals
// each has.
var decimals = func() map[string]int {
	all := map[string]int{}
	for n, codes := range map[int]string{
		0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
		2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP
			CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS
			KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD
			PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP
			TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR ZMW ZWG`,
		3: "BHD IQD JOD KWD LYD OMR TND",
	} {
		for code := range strings.FieldsSeq(codes) {
			all[code] = n
		}
	}
	return all
}()
