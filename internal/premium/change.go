package premium

import (
	"fmt"
	"strconv"
	"strings"
)

// Changes says for the audit log what differs between two versions of a plan: fields
// with both values.
func Changes(before, after *Plan) string {
	changes := []string{}
	note := func(field, was, is string) {
		if was != is {
			changes = append(changes, fmt.Sprintf("%s: %s → %s", field, was, is))
		}
	}
	note("name", before.Name, after.Name)
	if before.Description != after.Description {
		changes = append(changes, "description")
	}
	note("rank", strconv.Itoa(before.Rank), strconv.Itoa(after.Rank))
	for _, i := range Intervals {
		note(string(i), priceText(before.Price(i)), priceText(after.Price(i)))
	}
	note("trial", strconv.Itoa(before.TrialDays), strconv.Itoa(after.TrialDays))
	note("family", strconv.Itoa(before.FamilyMembers), strconv.Itoa(after.FamilyMembers))
	for _, d := range Entitlements {
		note(string(d.Name), valueText(before.Grants[d.Name]), valueText(after.Grants[d.Name]))
	}
	note("offered", strconv.FormatBool(before.IsOffered), strconv.FormatBool(after.IsOffered))
	return strings.Join(changes, ", ")
}

func priceText(p *Money) string {
	if p == nil {
		return "–"
	}
	return p.String()
}

func valueText(value *int64) string {
	if value == nil {
		return "–"
	}
	return strconv.FormatInt(*value, 10)
}
