package provider

import (
	"math"
	"time"
)

// Cost is an amount of money in thousandths of a US dollar, so that sums are
// exact.
type Cost int64

// Dollars returns the cost with three decimals.
func (c Cost) Dollars() float64 { return float64(c) / 1000 }

// price is what a service charges. The zero price is that of a subscription or
// of the operator's own machine.
type price struct {
	order  Cost // for each order, whatever its length
	minute Cost // for each minute begun
}

func (p price) of(d time.Duration) Cost {
	return p.order + p.minute*Cost(math.Ceil(d.Minutes()))
}

// prices are what the services and their resellers published in 2026. Responses do not
// say what an order cost.
var prices = map[string]price{
	"suno":       {order: 60},   // 12 credits for two songs
	"stability":  {order: 200},  // 20 credits
	"elevenlabs": {minute: 750}, // the highest price of a reseller; plans are cheaper
	"mubert":     {},            // a subscription
	"ace-step":   {},            // one's own machine
}
