package main

import (
	"crypto/x509"
	"os"
	"os/exec"
	"testing"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// The program trusts Mozilla's root certificates where the machine has none, as in an image from scratch. The test runs itself
// again as on such a machine, since Go reads certificates once.
func TestRootCertificates(t *testing.T) {
	const nothing = "/nonexistent"
	if os.Getenv("SSL_CERT_FILE") != nothing {
		again := exec.Command(os.Args[0], "-test.run=^TestRootCertificates$")
		again.Env = append(os.Environ(), "SSL_CERT_FILE="+nothing, "SSL_CERT_DIR="+nothing)
		if out, err := again.CombinedOutput(); err != nil {
			t.Errorf("without certificates: %v\n%s", err, out)
		}
		return
	}
	for root := range bundle.Roots() {
		if root.Constraint != nil {
			continue // trusted for some names or dates alone
		}
		certificate, err := x509.ParseCertificate(root.Certificate)
		must(t, err)
		if _, err := certificate.Verify(x509.VerifyOptions{}); err != nil {
			t.Fatal(err)
		}
	}
}
