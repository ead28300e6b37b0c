package stripe

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	sdk "github.com/stripe/stripe-go/v85"

	"sonora/internal/music"
)

// productPrefix begins the IDs of the products that stand for plans, so that a price
// leads back to its plan.
const productPrefix = "sonora_plan_"

// Price is what a plan costs.
type Price struct {
	Plan, Name string // ID and name of the plan
	Interval   string // month or year
	Amount     int64  // in minor units
	Currency   string
}

func (p Price) product() string { return productPrefix + p.Plan }

// Customer makes a customer of an account. The same account gets the same customer, also
// if the first answer was lost.
func (c *Client) Customer(ctx context.Context, accountID, email, name string) (id string, err error) {
	p := &sdk.CustomerCreateParams{Email: &email, Metadata: map[string]string{metaAccount: accountID}}
	if name != "" {
		p.Name = &name
	}
	sum := sha256.Sum256([]byte(accountID + "\n" + email + "\n" + name))
	p.SetIdempotencyKey("sonora-customer-" + hex.EncodeToString(sum[:16]))
	made, err := c.api.V1Customers.Create(ctx, p)
	if err != nil {
		return "", said(err)
	}
	return made.ID, nil
}

// ensureProduct makes the product of a plan if there is none.
func (c *Client) ensureProduct(ctx context.Context, p Price) error {
	_, err := c.api.V1Products.Retrieve(ctx, p.product(), nil)
	if music.CodeOf(said(err)) != music.NotFound {
		return said(err)
	}
	if err = c.makeProduct(ctx, p); err == nil {
		return nil
	}
	if _, again := c.api.V1Products.Retrieve(ctx, p.product(), nil); again == nil {
		return nil // somebody else was faster
	}
	return said(err)
}

func (c *Client) makeProduct(ctx context.Context, p Price) error {
	_, err := c.api.V1Products.Create(ctx, &sdk.ProductCreateParams{ID: sdk.String(p.product()), Name: &p.Name, Metadata: map[string]string{metaPlan: p.Plan}})
	return err
}

// Order is what somebody wants to buy.
type Order struct {
	Price
	AccountID, Customer string
	TrialDays           int
	PromotionCode       string // empty for none
	Language            string
	Success, Cancel     string // addresses to return to
}

// ErrPromotionCode is returned for a promotion code that Stripe does not take.
var ErrPromotionCode = music.FieldError(music.Invalid, "promotionCode", music.Say("This promotion code is not valid."))

// Checkout returns the address of the page on which an order is paid.
func (c *Client) Checkout(ctx context.Context, o Order) (address string, err error) {
	if err := c.ensureProduct(ctx, o.Price); err != nil {
		return "", err
	}
	meta := map[string]string{metaAccount: o.AccountID, metaPlan: o.Plan}
	p := &sdk.CheckoutSessionCreateParams{
		Mode: sdk.String("subscription"), Customer: &o.Customer, ClientReferenceID: &o.AccountID,
		SuccessURL: &o.Success, CancelURL: &o.Cancel, Metadata: meta,
		LineItems: []*sdk.CheckoutSessionCreateLineItemParams{{Quantity: sdk.Int64(1), PriceData: &sdk.CheckoutSessionCreateLineItemPriceDataParams{
			Currency: sdk.String(strings.ToLower(o.Currency)), Product: sdk.String(o.product()), UnitAmount: &o.Amount,
			Recurring: &sdk.CheckoutSessionCreateLineItemPriceDataRecurringParams{Interval: &o.Interval},
		}}},
		SubscriptionData: &sdk.CheckoutSessionCreateSubscriptionDataParams{Metadata: meta},
	}
	if o.Language != "" {
		p.Locale = &o.Language
	}
	if o.TrialDays > 0 {
		p.SubscriptionData.TrialPeriodDays = new(int64(o.TrialDays))
	}
	if c.automaticTax {
		p.AutomaticTax = &sdk.CheckoutSessionCreateAutomaticTaxParams{Enabled: new(true)}
		p.CustomerUpdate = &sdk.CheckoutSessionCreateCustomerUpdateParams{Address: sdk.String("auto")}
	}
	if err := c.discount(ctx, p, o.PromotionCode); err != nil {
		return "", err
	}
	session, err := c.api.V1CheckoutSessions.Create(ctx, p)
	if err != nil {
		return "", said(err)
	}
	return session.URL, nil
}

// discount applies a promotion code, or lets people enter one on Stripe's page.
func (c *Client) discount(ctx context.Context, p *sdk.CheckoutSessionCreateParams, code string) error {
	if code == "" {
		p.AllowPromotionCodes = new(true)
		return nil
	}
	for found, err := range c.api.V1PromotionCodes.List(ctx, &sdk.PromotionCodeListParams{Code: &code, Active: new(true)}).All(ctx) {
		if err != nil {
			return said(err)
		}
		p.Discounts = []*sdk.CheckoutSessionCreateDiscountParams{{PromotionCode: &found.ID}}
		return nil
	}
	return ErrPromotionCode
}

// Portal returns the address of the page on which a customer manages how they pay.
func (c *Client) Portal(ctx context.Context, customer, returnTo string) (address string, err error) {
	session, err := c.api.V1BillingPortalSessions.Create(ctx, &sdk.BillingPortalSessionCreateParams{Customer: &customer, ReturnURL: &returnTo})
	if err != nil {
		return "", said(err)
	}
	return session.URL, nil
}
