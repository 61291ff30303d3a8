package open

var VerifierOf = verifierOf
