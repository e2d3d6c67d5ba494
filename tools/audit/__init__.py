"""The audit of the supply chain: locks, base images, SBOM and known advisories."""
